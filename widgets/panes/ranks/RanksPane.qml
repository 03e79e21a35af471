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
    implicitHeight: lanes.y + lanes.fullHeight

    ProseText {
        id: sentence

        objectName: "ranksSentence"
        x: 12
        y: Math.round(4 * Theme.scale)
        width: pane.width - 24 - (groups.visible ? groups.width + 12 : 0)
        html: pane.ranks.sentenceHtml
        color: Theme.color.text
        font.pixelSize: Theme.largeSize
        font.weight: Font.DemiBold
    }
    Row {
        id: groups

        anchors.right: parent.right
        anchors.rightMargin: 12
        y: Math.round(4 * Theme.scale)
        visible: pane.ranks.groups.length > 1 && pane.ranks.groups.length <= 8
        spacing: 4

        PlainLabel {
            height: Math.round(22 * Theme.scale)
            text: "Groups"
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            verticalAlignment: Text.AlignVCenter
        }
        Repeater {
            model: pane.ranks.groups

            FlatButton {
                required property int index
                required property string modelData

                height: Math.round(22 * Theme.scale)
                outlined: pane.ranks.shownGroups[index] === true
                text: modelData
                hint: "Show or hide the collectives of this group"
                onClicked: pane.ranks.toggleGroup(index)
            }
        }
    }
    RankLanesItem {
        id: lanes

        objectName: "rankLanes"
        y: sentence.y + sentence.height + Math.round(4 * Theme.scale)
        width: pane.width
        height: Math.max(0, pane.height - y)
        timeline: pane.timeline
        ranks: pane.ranks
        Accessible.role: Accessible.Graphic
        Accessible.name: "Timeline of " + pane.ranks.title
        Accessible.description: pane.ranks.sentence
    }
    Tip {
        x: Math.min(lanes.pointer.x + 14, pane.width - width - 4)
        y: lanes.y + lanes.pointer.y + 20
        visible: lanes.hoverText !== ""
        text: lanes.hoverText
    }
}
