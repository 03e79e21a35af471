// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Busy and idle time of each GPU in the selected range, as a bar and as text.
Item {
    id: pane

    required property RangeGpuModel gpus

    PlainLabel {
        anchors.centerIn: parent
        visible: pane.gpus.count === 0
        text: "No GPU activity was recorded in this trace."
        color: Theme.color.secondaryText
    }
    ListView {
        id: list

        anchors.fill: parent
        anchors.leftMargin: 12
        anchors.rightMargin: 12
        clip: true
        model: pane.gpus
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        spacing: 12
        activeFocusOnTab: true
        highlightFollowsCurrentItem: false
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {}
        Accessible.role: Accessible.List
        Accessible.name: "GPUs in the range"

        Rectangle {
            anchors.fill: parent
            visible: list.activeFocus
            color: "transparent"
            border.width: 1
            border.color: Theme.color.accent
        }

        delegate: Column {
            id: gpu

            required property string title
            required property var parts
            required property string gaps

            width: list.width - 14
            spacing: 4
            Accessible.role: Accessible.ListItem
            Accessible.name: title + ". " + gaps

            PlainLabel {
                text: gpu.title
                color: Theme.color.text
            }
            Row {
                id: bar

                width: parent.width
                height: 16

                Repeater {
                    model: gpu.parts

                    PatternItem {
                        required property var modelData

                        kind: modelData.kind
                        width: bar.width * modelData.share
                        height: 16
                    }
                }
            }
            Flow {
                width: parent.width
                spacing: 14

                Repeater {
                    model: gpu.parts

                    Row {
                        id: part

                        required property var modelData

                        spacing: 5

                        PatternItem {
                            anchors.verticalCenter: parent.verticalCenter
                            kind: part.modelData.kind
                            width: 14
                            height: 10
                        }
                        PlainLabel {
                            text: part.modelData.text
                            color: Theme.color.text
                            font.pixelSize: Theme.smallSize
                        }
                    }
                }
            }
            PlainLabel {
                width: parent.width
                visible: text !== ""
                text: gpu.gaps
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
                wrapMode: Text.Wrap
            }
        }
    }
}
