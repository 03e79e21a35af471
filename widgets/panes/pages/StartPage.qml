// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Nothing is open: what can be opened, and the keys.
Rectangle {
    id: page

    required property WindowModel app
    readonly property ThemeObject theme: app.theme

    color: theme.color.background
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
            Text {
                text: "Gaplight"
                color: page.theme.color.text
                font.pixelSize: 28
                font.weight: Font.DemiBold
            }
            Text {
                width: parent.width
                text: "Shows where a GPU waited, why, and what fixing it would buy."
                color: page.theme.color.secondaryText
                font.pixelSize: 14
                wrapMode: Text.Wrap
            }
            Row {
                topPadding: 8
                spacing: 8

                FlatButton {
                    theme: page.theme
                    text: "Open a trace…"
                    strong: true
                    onClicked: page.app.state.requestOpen()
                }
                FlatButton {
                    theme: page.theme
                    text: "Record…"
                    outlined: true
                    Accessible.name: "Record a CUDA program"
                    onClicked: page.app.state.recordOpen = true
                }
                FlatButton {
                    theme: page.theme
                    text: "Open the sample"
                    outlined: true
                    visible: page.app.samplePath !== ""
                    onClicked: page.app.session.open(page.app.samplePath)
                }
            }
            Text {
                text: "or drop a file here: Chrome or PyTorch profiler JSON, also .gz and .zst"
                color: page.theme.color.secondaryText
            }
            Text {
                topPadding: 16
                visible: page.app.recentFiles.count > 0
                text: "Recent"
                color: page.theme.color.secondaryText
                font.pixelSize: 11
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
                        height: 32
                        hoverEnabled: true
                        focusPolicy: Qt.TabFocus
                        onClicked: page.app.session.open(path)

                        contentItem: Item {
                            Image {
                                id: sight

                                anchors.verticalCenter: parent.verticalCenter
                                width: entry.picture.toString() === "" ? 0 : 120
                                height: 22
                                source: entry.picture
                                sourceSize: Qt.size(240, 44)
                                cache: false
                            }
                            Text {
                                id: fileName

                                anchors.left: sight.right
                                anchors.leftMargin: sight.width > 0 ? 10 : 0
                                anchors.verticalCenter: parent.verticalCenter
                                width: Math.min(implicitWidth, sight.width > 0 ? 170 : 230)
                                text: entry.name
                                textFormat: Text.PlainText
                                color: page.theme.color.accent
                                elide: Text.ElideMiddle
                                font.underline: entry.hovered || entry.visualFocus
                            }
                            Text {
                                anchors.left: fileName.right
                                anchors.right: fileSize.left
                                anchors.leftMargin: 8
                                anchors.rightMargin: 8
                                anchors.verticalCenter: parent.verticalCenter
                                text: entry.folder
                                textFormat: Text.PlainText
                                color: page.theme.color.secondaryText
                                elide: Text.ElideMiddle
                            }
                            Text {
                                id: fileSize

                                anchors.right: parent.right
                                anchors.verticalCenter: parent.verticalCenter
                                text: entry.size
                                color: page.theme.color.secondaryText
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

                theme: page.theme
                actions: page.app.actions
            }
        }
    }
}
