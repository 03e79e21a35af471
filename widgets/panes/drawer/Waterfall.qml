// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// The way from A's time to B's: one bar per cause, each beginning where the one above it ended.
Column {
    id: chart

    required property WaterfallModel bars
    readonly property int labelWidth: Math.round(Math.min(210 * Theme.scale, width * 0.45))
    readonly property int lengthWidth: Math.round(72 * Theme.scale)
    readonly property int room: Math.max(40, width - labelWidth - lengthWidth - 12)

    Repeater {
        model: chart.bars

        Item {
            id: bar

            required property string label
            required property string detail
            required property string length
            required property string kind
            required property real begin
            required property real end
            readonly property color barColor: kind === "less" ? Theme.color.healthy
                                            : (kind === "more" ? Theme.color.unhealthy
                                                               : Theme.color.compute)

            width: chart.width
            height: Math.round(18 * Theme.scale)
            Accessible.role: Accessible.ListItem
            Accessible.name: label + " " + length + (detail !== "" ? ", " + detail : "")

            PlainLabel {
                width: chart.labelWidth
                anchors.verticalCenter: parent.verticalCenter
                text: bar.label
                color: bar.kind === "total" ? Theme.color.text : Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
                font.weight: bar.kind === "total" ? Font.DemiBold : Font.Normal
                elide: Text.ElideRight
            }
            Rectangle {
                x: chart.labelWidth + 6 + chart.room * bar.begin
                width: Math.max(2, chart.room * (bar.end - bar.begin))
                height: Math.round(10 * Theme.scale)
                anchors.verticalCenter: parent.verticalCenter
                color: bar.barColor
            }
            PlainLabel {
                anchors.right: parent.right
                anchors.verticalCenter: parent.verticalCenter
                text: bar.length
                color: bar.kind === "total" ? Theme.color.text : bar.barColor
                font.pixelSize: Theme.smallSize
            }

            HoverHandler { id: over }

            Tip {
                visible: over.hovered && bar.detail !== ""
                delay: 300
                text: bar.detail
            }
        }
    }
}
