// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Progress of reading a trace, a memory snapshot or a kernel report, with buttons to cancel or, of a
// trace, to show the part already read.
Rectangle {
    id: page

    required property WindowModel app
    required property LoadingObject load
    readonly property SessionObject session: app.first.session

    color: Theme.color.background

    Column {
        anchors.centerIn: parent
        width: Math.min(480, parent.width - 48)
        spacing: 12

        PlainLabel {
            width: parent.width
            text: page.load.fileName
            color: Theme.color.text
            font.pixelSize: Theme.titleSize
            font.weight: Font.DemiBold
            elide: Text.ElideMiddle
        }
        Rectangle {
            id: track

            readonly property bool known: page.load.progressShare >= 0

            width: parent.width
            height: 6
            radius: 3
            clip: true
            color: Theme.color.grid

            Rectangle {
                id: fill

                width: track.known ? Math.max(6, track.width * page.load.progressShare)
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
            text: page.load.progressText
            color: Theme.color.secondaryText
        }
        // Of several ranks, each file.
        ListView {
            objectName: "rankProgress"
            width: parent.width
            height: Math.min(contentHeight, page.height / 3)
            visible: count > 0
            clip: true
            interactive: contentHeight > height
            cacheBuffer: 0
            model: page.app.ranks.progress

            delegate: Item {
                id: file

                required property string name
                required property string text
                required property real share

                width: ListView.view.width
                height: Math.round(20 * Theme.scale)

                PlainLabel {
                    width: file.width * 0.5 - 8
                    height: file.height
                    text: file.name
                    color: Theme.color.text
                    font.pixelSize: Theme.smallSize
                    elide: Text.ElideMiddle
                    verticalAlignment: Text.AlignVCenter
                }
                Rectangle {
                    x: file.width * 0.5
                    y: Math.round((file.height - height) / 2)
                    width: file.width * 0.25
                    height: 4
                    radius: 2
                    color: Theme.color.grid

                    Rectangle {
                        width: parent.width * Math.max(0, file.share)
                        height: parent.height
                        radius: 2
                        color: Theme.color.accent
                    }
                }
                PlainLabel {
                    x: file.width * 0.78
                    width: file.width - x
                    height: file.height
                    text: file.text
                    color: Theme.color.secondaryText
                    font.pixelSize: Theme.smallSize
                    elide: Text.ElideRight
                    verticalAlignment: Text.AlignVCenter
                }
            }
        }
        Row {
            spacing: 8

            FlatButton {
                text: "Cancel"
                outlined: true
                hint: "Esc"
                onClicked: page.load.cancel()
            }
            FlatButton {
                text: "Show the part already read"
                outlined: true
                visible: page.load === page.session
                enabled: page.session.canShowPartial
                onClicked: page.session.showPartial()
            }
        }
    }
}
