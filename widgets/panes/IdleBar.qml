// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The GPU's time as one bar, and its legend.
Item {
    id: bar

    required property WindowModel app
    readonly property ThemeObject theme: app.theme

    implicitHeight: 36

    Row {
        id: parts

        anchors.left: parent.left
        anchors.right: parent.right
        y: 4
        height: 12
        visible: bar.app.segments.count > 0

        Repeater {
            model: bar.app.segments

            PatternItem {
                id: part

                required property string key
                required property string label
                required property string explanation
                required property string length
                required property real share

                theme: bar.theme
                kind: key
                width: Math.max(2, parts.width * share)
                height: parts.height

                HoverHandler { id: over }
                ToolTip.visible: over.hovered
                ToolTip.delay: 300
                ToolTip.text: label + ": " + length + "\n" + explanation
            }
        }
    }
    Row {
        y: 20
        spacing: 14
        clip: true
        width: parent.width

        Text {
            text: bar.app.segments.summary
            color: bar.theme.color.text
            font.pixelSize: 11
        }
        Repeater {
            model: bar.app.segments

            Row {
                id: entry

                required property string key
                required property string label
                required property string length

                spacing: 5
                visible: key !== "busy" && x + width <= bar.width

                PatternItem {
                    anchors.verticalCenter: parent.verticalCenter
                    theme: bar.theme
                    kind: entry.key
                    width: 12
                    height: 10
                }
                Text {
                    text: entry.label + " " + entry.length
                    color: bar.theme.color.secondaryText
                    font.pixelSize: 11
                }
            }
        }
    }
}
