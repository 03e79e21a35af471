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

        // The largest parts, as many as fit; what is left is counted by `more`.
        readonly property var largest: row.parts.count > 0 ? row.parts.bySize(row.minShare) : []
        readonly property int shown: {
            let room = width
            for (let i = 0; i < entries.count; ++i) {
                const needed = (entries.itemAt(i)?.needed ?? 0) + (i > 0 ? spacing : 0)
                const reserved = i + 1 < entries.count ? Math.round(24 * Theme.scale) + spacing : 0
                if (needed + reserved > room)
                    return i
                room -= needed
            }
            return entries.count
        }

        objectName: "gpuTimeLegend"
        x: track.x + track.width + 14
        width: row.width - x
        anchors.verticalCenter: parent.verticalCenter
        spacing: 14

        Repeater {
            id: entries

            model: legend.largest

            AbstractButton {
                id: entry

                required property int index
                required property var modelData
                readonly property bool leads: modelData.finding >= 0
                // Not its implicit width, which a hidden row does not have.
                readonly property real needed: words.implicitWidth + 17

                text: modelData.label + " " + modelData.percent
                enabled: leads
                focusPolicy: leads ? Qt.TabFocus : Qt.NoFocus
                hoverEnabled: true
                padding: 0
                visible: index < legend.shown
                Keys.onReturnPressed: click()
                Keys.onEnterPressed: click()
                Accessible.name: text
                onClicked: row.findingChosen(modelData.finding)
                contentItem: Row {
                    spacing: 5

                    PatternItem {
                        anchors.verticalCenter: parent.verticalCenter
                        kind: entry.modelData.kind
                        width: 12
                        height: 10
                    }
                    PlainLabel {
                        id: words

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
        PlainLabel {
            id: more

            readonly property var rest: legend.largest.slice(legend.shown)
                                        .map(part => part.label + " " + part.percent)

            objectName: "gpuTimeMore"
            visible: rest.length > 0
            text: "+" + Math.max(1, rest.length)
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            Accessible.role: Accessible.StaticText
            Accessible.name: "Also " + rest.join(", ")

            HoverHandler { id: overMore }
            Tip {
                visible: overMore.hovered
                delay: 300
                y: more.height + 6
                text: more.rest.join("\n")
            }
        }
    }
}
