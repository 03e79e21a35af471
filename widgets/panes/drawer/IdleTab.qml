// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Tab Idle: gaps and blocking calls; a click goes to the slice or gap.
DrawerPane {
    id: tab

    component Cell: PlainLabel {
        height: Math.round(20 * Theme.scale)
        verticalAlignment: Text.AlignVCenter
        color: Theme.color.text
        elide: Text.ElideRight
    }
    component Head: Cell {
        property bool active: false

        color: active ? Theme.color.text : Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
    }
    component SortHead: AbstractButton {
        id: sort

        property bool active: false
        property string mark

        width: Math.round(90 * Theme.scale)
        height: Math.round(20 * Theme.scale)
        focusPolicy: Qt.TabFocus
        Accessible.name: "Sort by " + text
        contentItem: Head {
            text: sort.text + (sort.active ? " " + sort.mark : "")
            active: sort.active
            horizontalAlignment: Text.AlignRight
        }
        background: Rectangle {
            color: "transparent"
            border.width: sort.visualFocus ? 1 : 0
            border.color: Theme.color.accent
        }
    }

    PlainLabel {
        anchors.centerIn: parent
        visible: tab.app.idle.count === 0
        text: "No GPU gap of 100 µs or more, and no call in which the host waited."
              + (tab.app.idle.shorter === "" ? "" : "\nGaps " + tab.app.idle.shorter + ".")
        color: Theme.color.secondaryText
    }
    Head {
        objectName: "shorterGaps"
        anchors.right: parent.right
        anchors.rightMargin: 14
        y: Math.round(4 * Theme.scale)
        visible: tab.app.idle.count > 0
        text: tab.app.idle.shorter
    }
    Row {
        id: head

        x: 12
        y: Math.round(4 * Theme.scale)
        spacing: 12
        visible: tab.app.idle.count > 0

        SortHead {
            text: "Start"
            mark: "▴"
            active: !tab.app.idle.longestFirst
            onClicked: tab.app.idle.longestFirst = false
        }
        SortHead {
            text: "Length"
            mark: "▾"
            active: tab.app.idle.longestFirst
            onClicked: tab.app.idle.longestFirst = true
        }
        Head { width: 120 }
        Head { width: 220; text: "Name" }
        Head { text: "Cause or track" }
    }
    ListView {
        id: list

        anchors.fill: parent
        anchors.topMargin: Math.round(26 * Theme.scale)
        clip: true
        model: tab.app.idle
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        activeFocusOnTab: count > 0 || activeFocus
        highlightFollowsCurrentItem: false
        onCurrentIndexChanged: positionViewAtIndex(currentIndex, ListView.Contain)
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        Keys.onReturnPressed: currentItem?.go()
        Keys.onEnterPressed: currentItem?.go()
        Accessible.role: Accessible.List
        Accessible.name: "Gaps and waits"

        delegate: Rectangle {
            id: row

            required property int index
            required property bool isGap
            required property string when
            required property string length
            required property real share
            required property string what
            required property string cause
            required property int overlay
            required property real slice
            required property string pattern

            function go() {
                list.currentIndex = index
                isGap ? tab.timeline.goToGap(overlay) : tab.timeline.goToSlice(slice)
            }

            width: list.width
            height: Math.round(20 * Theme.scale)
            color: over.containsMouse || (list.activeFocus && ListView.isCurrentItem)
                   ? Theme.color.grid : "transparent"

            Row {
                x: 12
                spacing: 12

                Cell { width: 90; text: row.when; horizontalAlignment: Text.AlignRight }
                Cell { width: 90; text: row.length; horizontalAlignment: Text.AlignRight }
                Item {
                    width: Math.round(120 * Theme.scale)
                    height: Math.round(20 * Theme.scale)

                    PatternItem {
                        anchors.verticalCenter: parent.verticalCenter
                        kind: row.pattern
                        width: Math.max(2, parent.width * row.share)
                        height: 10
                    }
                }
                Cell { width: 220; text: row.what }
                Cell {
                    width: Math.max(0, list.width - x - 30)
                    text: row.cause
                    color: Theme.color.secondaryText
                }
            }
            MouseArea {
                id: over

                anchors.fill: parent
                hoverEnabled: true
                cursorShape: Qt.PointingHandCursor
                onClicked: row.go()
            }
        }
    }
}
