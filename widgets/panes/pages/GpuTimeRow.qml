// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The time of a trace's GPUs as a stacked bar with a legend. Entries lead to their findings.
Item {
    id: row

    required property GpuTimeModel parts
    property string title: ""
    property int titleWidth: 0
    property real scale: 1  // length of the bar as a share of the room for it
    property real room: 0.36  // for the bar, as a share of the width
    property real minShare: 0.0005  // of parts in the legend

    signal findingChosen(int finding)

    implicitHeight: Math.round(18 * Theme.scale)

    PlainLabel {
        id: name

        width: row.titleWidth
        visible: row.title !== ""
        anchors.verticalCenter: parent.verticalCenter
        text: row.title
        color: Theme.color.text
        font.pixelSize: Theme.smallSize
        elide: Text.ElideRight
    }
    Item {
        id: track

        x: row.titleWidth
        width: Math.round(row.width * row.room)
        height: Math.round(10 * Theme.scale)
        anchors.verticalCenter: parent.verticalCenter

        Row {
            id: bar

            width: Math.max(1, track.width * row.scale)
            height: track.height

            Repeater {
                model: row.parts

                PatternItem {
                    id: piece

                    required property string label
                    required property string explanation
                    required property string length
                    required property real share
                    required property string percent

                    width: Math.max(1, bar.width * share)
                    height: bar.height
                    Accessible.name: label + " " + length + ", " + percent

                    HoverHandler { id: over }

                    Tip {
                        visible: over.hovered
                        delay: 300
                        y: bar.height + 6
                        text: piece.label + " " + piece.length + ", " + piece.percent + "\n"
                              + piece.explanation
                    }
                }
            }
        }
    }
    Row {
        id: legend

        x: track.x + track.width + 14
        width: row.width - x
        anchors.verticalCenter: parent.verticalCenter
        spacing: 14

        Repeater {
            model: row.parts

            AbstractButton {
                id: entry

                required property string kind
                required property string label
                required property string percent
                required property int finding
                required property real share
                readonly property bool leads: finding >= 0

                text: label + " " + percent
                enabled: leads
                focusPolicy: leads ? Qt.TabFocus : Qt.NoFocus
                hoverEnabled: true
                padding: 0
                visible: share >= row.minShare && x + width <= legend.width
                Keys.onReturnPressed: click()
                Keys.onEnterPressed: click()
                Accessible.name: text
                onClicked: row.findingChosen(finding)
                contentItem: Row {
                    spacing: 5

                    PatternItem {
                        anchors.verticalCenter: parent.verticalCenter
                        kind: entry.kind
                        width: 12
                        height: 10
                    }
                    PlainLabel {
                        text: entry.text
                        color: Theme.color.secondaryText
                        font.pixelSize: Theme.smallSize
                        font.underline: entry.leads && (entry.hovered || entry.visualFocus)
                    }
                }

                HoverHandler {
                    enabled: entry.leads
                    cursorShape: Qt.PointingHandCursor
                }
            }
        }
    }
}
