// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// What each line of the program holds at the chosen moment. A click selects its largest allocation.
ListView {
    id: list

    required property HolderListModel holders
    required property MemorySelection selection

    clip: true
    model: holders
    cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
    activeFocusOnTab: count > 0 || activeFocus
    highlightFollowsCurrentItem: false
    onCurrentIndexChanged: positionViewAtIndex(currentIndex, ListView.Contain)
    boundsBehavior: Flickable.StopAtBounds
    ScrollBar.vertical: ScrollBar {}
    Keys.onReturnPressed: currentItem?.go()
    Keys.onEnterPressed: currentItem?.go()
    Accessible.role: Accessible.List
    Accessible.name: "What is held"

    delegate: Rectangle {
        id: row

        required property int index
        required property string line
        required property string name
        required property string bytes
        required property string percent
        required property string blocks
        required property real share
        required property real example
        required property int hue

        function go() {
            list.currentIndex = index
            list.selection.goToAllocation(example)
        }

        width: list.width
        height: Math.round(38 * Theme.scale)
        color: over.containsMouse || (list.activeFocus && ListView.isCurrentItem)
               ? Theme.color.grid : "transparent"
        Accessible.role: Accessible.ListItem
        Accessible.name: bytes + ", " + line

        Rectangle {
            x: 12
            y: Math.round(6 * Theme.scale)
            width: 10
            height: 10
            radius: 2
            color: Theme.dark, Theme.nameColor(row.hue)
        }
        PlainLabel {
            x: 30
            y: Math.round(3 * Theme.scale)
            width: size.x - x - 8
            text: row.name
            color: Theme.color.text
            elide: Text.ElideMiddle
        }
        PlainLabel {
            id: size

            anchors.right: parent.right
            anchors.rightMargin: 14
            y: Math.round(3 * Theme.scale)
            text: row.bytes
            color: Theme.color.text
        }
        PlainLabel {
            x: 30
            y: Math.round(19 * Theme.scale)
            width: part.x - x - 8
            text: row.blocks
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            elide: Text.ElideRight
        }
        PlainLabel {
            id: part

            anchors.right: parent.right
            anchors.rightMargin: 14
            y: Math.round(19 * Theme.scale)
            text: row.percent
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
        }
        Rectangle {
            x: 30
            anchors.bottom: parent.bottom
            width: Math.max(1, (parent.width - 44) * row.share)
            height: 2
            color: Theme.color.counterLine
        }
        MouseArea {
            id: over

            anchors.fill: parent
            hoverEnabled: true
            cursorShape: Qt.PointingHandCursor
            onClicked: row.go()
        }
        Tip {
            visible: over.containsMouse && row.line !== row.name
            text: row.line
        }
    }
}
