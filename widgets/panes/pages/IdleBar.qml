// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Time of all GPUs as one bar, with a legend.
Item {
    id: bar

    required property WindowModel app

    implicitHeight: Math.round(36 * Theme.scale)

    Row {
        id: parts

        anchors.left: parent.left
        anchors.right: parent.right
        y: Math.round(4 * Theme.scale)
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
                required property string percent
                required property string fillers

                kind: key
                width: Math.max(2, parts.width * share)
                height: parts.height

                HoverHandler { id: over }

                Tip {
                    visible: over.hovered
                    delay: 300
                    y: parts.height + 6
                    text: part.label + ": " + part.length + ", " + part.percent + "\n"
                          + part.explanation
                          + (part.fillers === ""
                             ? "" : "\n\nHost activity that took most of each gap:\n" + part.fillers)
                }

                Accessible.role: Accessible.Graphic
                Accessible.name: label + " " + length + ", " + percent
            }
        }
    }
    Row {
        y: Math.round(20 * Theme.scale)
        spacing: 14
        clip: true
        width: parent.width

        PlainLabel {
            text: bar.app.segments.summary
            color: Theme.color.text
            font.pixelSize: Theme.smallSize
        }
        PlainLabel {
            objectName: "mainExplanation"
            visible: text !== "" && x + width <= bar.width
            text: bar.app.segments.mainExplanation
            color: Theme.color.text
            font.pixelSize: Theme.smallSize

            HoverHandler { id: overExplanation }

            Tip {
                visible: overExplanation.hovered
                delay: 300
                y: parent.height + 6
                text: "What explains the idle time:\n" + bar.app.segments.explanations
            }
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
                    kind: entry.key
                    width: 12
                    height: 10
                }
                PlainLabel {
                    text: entry.label + " " + entry.length
                    color: Theme.color.secondaryText
                    font.pixelSize: Theme.smallSize
                }
            }
        }
    }
}
