// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The ranks of a run: the verdict on them, and a lane for each above the timeline of one.
Rectangle {
    id: pane

    required property WindowModel app
    required property TimelineItem timeline
    readonly property RankSetObject ranks: app.ranks

    color: Theme.color.headerBackground
    implicitHeight: lanes.y + lanes.fullHeight * Theme.scale

    ProseText {
        id: sentence

        objectName: "ranksSentence"
        x: 12
        y: Math.round(4 * Theme.scale)
        width: pane.width - 24 - (filter.visible ? filter.width + 12 : 0)
        html: pane.ranks.sentenceHtml.replace(/"color:@(\w+)"/g, (_, role) => {
            const fill = Theme.color[role] ?? Theme.color.text
            return "\"color:" + (Theme.dark ? fill : Qt.darker(fill, 1.4)) + "\""
        })
        opacity: predicted.visible ? 0 : 1
        enabled: !predicted.visible
        color: Theme.color.text
        font.pixelSize: Theme.largeSize
        font.weight: Font.DemiBold
    }
    PredictedSentence {
        id: predicted

        objectName: "predictedOfRanks"
        replaced: sentence
        sentence: pane.app.whatIf.sentence
    }
    RankFilter {
        id: filter

        anchors.right: parent.right
        anchors.rightMargin: 12
        y: Math.round(4 * Theme.scale)
        ranks: pane.ranks
    }
    RankLanesItem {
        id: lanes

        objectName: "rankLanes"
        y: sentence.y + sentence.height + Math.round(4 * Theme.scale)
        width: pane.width
        height: Math.max(0, pane.height - y)
        timeline: pane.timeline
        ranks: pane.ranks
        prediction: pane.app.rankPrediction
        Accessible.role: Accessible.Graphic
        Accessible.name: "Timeline of " + pane.ranks.title
        Accessible.description: pane.ranks.sentence
    }
    Tip {
        x: Math.min(lanes.pointer.x + 14, pane.width - width - 4)
        y: lanes.y + lanes.pointer.y + 20
        visible: lanes.tipText !== ""
        text: lanes.tipText
    }
}
