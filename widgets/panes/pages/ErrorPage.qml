// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Error of opening a file, with buttons to open another file or to try again.
Rectangle {
    id: page

    required property WindowModel app
    required property LoadingObject load

    color: Theme.color.background

    Column {
        anchors.centerIn: parent
        width: Math.min(640, parent.width - 48)
        spacing: 12

        PlainLabel {
            width: parent.width
            text: "This file could not be opened"
            color: Theme.color.text
            font.pixelSize: Theme.titleSize
            font.weight: Font.DemiBold
        }
        Rectangle {
            width: parent.width
            height: message.implicitHeight + 20
            radius: 4
            color: Theme.color.panelBackground

            Rectangle {
                width: 3
                height: parent.height
                color: Theme.color.unhealthy
            }
            TextEdit {
                id: message

                font.pixelSize: Theme.textSize
                x: 14
                y: Math.round(10 * Theme.scale)
                width: parent.width - 28
                text: page.load.errorText
                textFormat: TextEdit.PlainText
                readOnly: true
                selectByMouse: true
                wrapMode: TextEdit.Wrap
                color: Theme.color.text
                selectionColor: Theme.color.accent
                selectedTextColor: Theme.color.background
            }
        }
        Row {
            spacing: 8

            FlatButton {
                text: "Open another…"
                strong: true
                onClicked: page.app.state.requestOpen()
            }
            FlatButton {
                text: "Try again"
                outlined: true
                onClicked: page.load.open(page.load.path)
            }
            FlatButton {
                text: page.app.first.session.hasTrace ? "Back to the trace" : "Back"
                outlined: true
                hint: "Esc"
                onClicked: page.load.dismissError()
            }
        }
    }
}
