// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The page without a trace: files to open, and the most important keys.
Rectangle {
    id: page

    required property WindowModel app

    color: Theme.color.background
    // Tab goes on from here.
    focus: true
    Accessible.role: Accessible.Pane
    Accessible.name: "Start page"
    Component.onCompleted: {
        if (visible)
            forceActiveFocus()
    }
    onVisibleChanged: {
        if (visible)
            forceActiveFocus()
    }

    Row {
        anchors.centerIn: parent
        spacing: 72

        Column {
            width: 420
            spacing: 12

            Image {
                source: "qrc:/gaplight/icons/gaplight.svg"
                sourceSize: Qt.size(56, 56)
            }
            PlainLabel {
                text: "Gaplight"
                color: Theme.color.text
                font.pixelSize: Theme.displaySize
                font.weight: Font.DemiBold
            }
            PlainLabel {
                width: parent.width
                text: "Shows where a GPU waited, why, and what fixing it would buy."
                color: Theme.color.secondaryText
                font.pixelSize: Theme.largeSize
                wrapMode: Text.Wrap
            }
            Row {
                topPadding: 8
                spacing: 8

                FlatButton {
                    text: "Open a trace…"
                    strong: true
                    onClicked: page.app.state.requestOpen()
                }
                FlatButton {
                    text: "Record…"
                    outlined: true
                    Accessible.name: "Record a CUDA program"
                    onClicked: page.app.state.recordOpen = true
                }
                FlatButton {
                    text: "Open the sample"
                    outlined: true
                    visible: page.app.samplePath !== ""
                    onClicked: page.app.session.open(page.app.samplePath)
                }
            }
            PlainLabel {
                text: "or drop a file here: Chrome or PyTorch profiler JSON, also .gz and .zst"
                color: Theme.color.secondaryText
            }
            PlainLabel {
                topPadding: 16
                visible: page.app.recentFiles.count > 0
                text: "Recent"
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
            }
            Column {
                width: parent.width

                Repeater {
                    model: page.app.recentFiles

                    AbstractButton {
                        id: entry

                        required property string path
                        required property string name
                        required property string folder
                        required property string size
                        required property url picture

                        width: 420
                        height: Math.round(32 * Theme.scale)
                        hoverEnabled: true
                        focusPolicy: Qt.TabFocus
                        onClicked: page.app.session.open(path)

                        background: Rectangle {
                            radius: 4
                            color: entry.hovered ? Theme.color.panelBackground : "transparent"
                            border.width: entry.visualFocus ? 2 : 0
                            border.color: Theme.color.accent
                        }
                        contentItem: Item {
                            Image {
                                id: sight

                                anchors.verticalCenter: parent.verticalCenter
                                width: entry.picture.toString() === "" ? 0 : 120
                                height: Math.round(22 * Theme.scale)
                                source: entry.picture
                                sourceSize: Qt.size(240, 44)
                                cache: false
                            }
                            PlainLabel {
                                id: fileName

                                anchors.left: sight.right
                                anchors.leftMargin: sight.width > 0 ? 10 : 0
                                anchors.verticalCenter: parent.verticalCenter
                                width: Math.min(implicitWidth, sight.width > 0 ? 170 : 230)
                                text: entry.name
                                color: Theme.color.accent
                                elide: Text.ElideMiddle
                                font.underline: entry.hovered || entry.visualFocus
                            }
                            PlainLabel {
                                anchors.left: fileName.right
                                anchors.right: fileSize.left
                                anchors.leftMargin: 8
                                anchors.rightMargin: 8
                                anchors.verticalCenter: parent.verticalCenter
                                text: entry.folder
                                color: Theme.color.secondaryText
                                elide: Text.ElideMiddle
                            }
                            PlainLabel {
                                id: fileSize

                                anchors.right: parent.right
                                anchors.verticalCenter: parent.verticalCenter
                                text: entry.size
                                color: Theme.color.secondaryText
                            }
                        }
                    }
                }
            }
        }
        // The help page has them all; here, those that fit.
        Flickable {
            visible: page.width > 900
            width: keys.width
            height: Math.min(keys.height, page.height - 48)
            contentHeight: keys.height
            clip: true
            boundsBehavior: Flickable.StopAtBounds
            ScrollBar.vertical: ScrollBar {}

            KeyList {
                id: keys

                actions: page.app.actions
            }
        }
    }
}
