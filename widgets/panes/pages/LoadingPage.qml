// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Progress of reading a trace, with buttons to cancel or to show the part already read.
Rectangle {
    id: page

    required property WindowModel app
    readonly property SessionObject session: app.session

    color: Theme.color.background

    Column {
        anchors.centerIn: parent
        width: Math.min(480, parent.width - 48)
        spacing: 12

        PlainLabel {
            width: parent.width
            text: page.session.fileName
            color: Theme.color.text
            font.pixelSize: Theme.titleSize
            font.weight: Font.DemiBold
            elide: Text.ElideMiddle
        }
        Rectangle {
            id: track

            readonly property bool known: page.session.progressShare >= 0

            width: parent.width
            height: 6
            radius: 3
            clip: true
            color: Theme.color.grid

            Rectangle {
                id: fill

                width: track.known ? Math.max(6, track.width * page.session.progressShare)
                                   : track.width / 4
                height: parent.height
                radius: 3
                color: Theme.color.accent

                SequentialAnimation on x {
                    running: page.visible && !track.known
                    loops: Animation.Infinite

                    NumberAnimation { from: 0; to: track.width * 0.75; duration: 900 }
                    NumberAnimation { from: track.width * 0.75; to: 0; duration: 900 }
                }
            }
        }
        PlainLabel {
            text: page.session.progressText
            color: Theme.color.secondaryText
        }
        Row {
            spacing: 8

            FlatButton {
                text: "Cancel"
                outlined: true
                hint: "Esc"
                onClicked: page.session.cancel()
            }
            FlatButton {
                text: "Show the part already read"
                outlined: true
                enabled: page.session.canShowPartial
                onClicked: page.session.showPartial()
            }
        }
    }
}
