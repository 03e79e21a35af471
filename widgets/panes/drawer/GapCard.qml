// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Layouts
import Gaplight

// The selected gap of a GPU: what ended it, what the host did meanwhile, what explains it; steps to
// the next gap of its kind.
Item {
    id: card

    required property GapDetails gap
    required property TimelineItem timeline

    Row {
        id: head

        x: 12
        y: Math.round(4 * Theme.scale)
        spacing: 14

        PlainLabel {
            height: Math.round(24 * Theme.scale)
            text: card.gap.title
            color: Theme.color.text
            font.weight: Font.DemiBold
            font.pixelSize: Theme.largeSize
            verticalAlignment: Text.AlignVCenter
        }
        LinkButton {
            objectName: "gapFinding"
            height: Math.round(24 * Theme.scale)
            visible: card.gap.finding >= 0
            text: "Finding"
            onClicked: card.timeline.showFinding(card.gap.finding, -1)
        }
        LinkButton {
            objectName: "nextGapOfKind"
            height: Math.round(24 * Theme.scale)
            visible: card.gap.next.exists
            text: "Next of its kind"
            onClicked: card.timeline.goToGapAt(card.gap.next)
        }
    }
    PlainLabel {
        id: finding

        anchors.top: head.bottom
        x: 12
        width: parent.width - 24
        visible: text !== ""
        text: card.gap.findingTitle
        color: Theme.color.secondaryText
        elide: Text.ElideRight
    }
    RowLayout {
        anchors.fill: parent
        anchors.topMargin: finding.y + (finding.visible ? finding.height : 0)
        spacing: 0

        DetailColumn {
            Layout.fillHeight: true
            Layout.fillWidth: true
            Layout.preferredWidth: 420
            rows: card.gap.facts
            title: "Gap"
            keyWidth: 120
            onFollowed: slice => card.timeline.goToSlice(slice)
        }
        Rectangle {
            Layout.fillHeight: true
            Layout.preferredWidth: 1
            color: Theme.color.grid
        }
        DetailColumn {
            Layout.fillHeight: true
            Layout.fillWidth: true
            Layout.preferredWidth: 520
            rows: card.gap.host
            title: "What the launching thread did meanwhile, by self time"
            emptyText: "not recorded, or launched before the gap"
            keyWidth: 90
            onFollowed: slice => card.timeline.goToSlice(slice)
        }
    }
}
