// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// Why a line of source was not opened in the editor.
Rectangle {
    id: notice

    required property WindowModel app
    property int roomWidth: 800

    objectName: "sourceNotice"
    visible: app.sources.notice !== ""
    width: content.width + 20
    height: content.height + 12
    radius: 4
    color: Theme.color.panelBackground
    border.width: 1
    border.color: Theme.color.warningText
    Accessible.role: Accessible.AlertMessage
    Accessible.name: app.sources.notice

    Row {
        id: content

        x: 10
        y: 6
        spacing: 8

        PlainLabel {
            width: Math.min(implicitWidth, notice.roomWidth - buttons.width - 60)
            anchors.verticalCenter: parent.verticalCenter
            text: notice.app.sources.notice
            color: Theme.color.text
            wrapMode: Text.Wrap
        }
        Row {
            id: buttons

            anchors.verticalCenter: parent.verticalCenter

            LinkButton {
                text: "Settings"
                onClicked: {
                    notice.app.sources.dismissNotice()
                    notice.app.state.settingsOpen = true
                }
            }
            LinkButton {
                objectName: "dismissNotice"
                text: "Close"
                onClicked: notice.app.sources.dismissNotice()
            }
        }
    }
}
