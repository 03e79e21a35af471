// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The hits of a search by name: count, sum and median of each name, and its hits below it. A click
// on a name, Left and Right expand and collapse; a click on a hit and Return go to the slice, of a
// name to the longest.
Item {
    id: table

    required property SearchGroupModel rows
    readonly property int nameWidth: Math.max(160, Math.min(Math.round(640 * Theme.scale),
                                                            width - Math.round(460 * Theme.scale)))
    readonly property int rowHeight: Math.round(20 * Theme.scale)
    readonly property int cellWidth: Math.round(80 * Theme.scale)

    signal picked(real slice)

    component Cell: PlainLabel {
        height: table.rowHeight
        width: table.cellWidth
        color: Theme.color.text
        horizontalAlignment: Text.AlignRight
        verticalAlignment: Text.AlignVCenter
        elide: Text.ElideRight
    }
    component Head: SortHead {
        required property int column

        width: table.cellWidth
        sorted: table.rows.sorted === column
        descending: table.rows.descending
        onClicked: table.rows.sortBy(column)
    }

    Row {
        x: 12
        spacing: 8

        Head {
            width: table.nameWidth
            column: SearchGroupModel.Name
            text: "Name"
            toTheLeft: true
        }
        Head { column: SearchGroupModel.Count; text: "Count" }
        Head { column: SearchGroupModel.Total; text: "Sum" }
        Item { width: Math.round(64 * Theme.scale); height: 1 }
        Head { column: SearchGroupModel.Median; text: "Median" }
    }
    ListView {
        id: list

        objectName: "searchGroups"
        anchors.fill: parent
        anchors.topMargin: Math.round(22 * Theme.scale)
        clip: true
        model: table.rows
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        activeFocusOnTab: count > 0 || activeFocus
        keyNavigationEnabled: true
        highlightFollowsCurrentItem: false
        onCurrentIndexChanged: positionViewAtIndex(currentIndex, ListView.Contain)
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        Keys.onReturnPressed: table.picked(table.rows.sliceOf(currentIndex))
        Keys.onEnterPressed: table.picked(table.rows.sliceOf(currentIndex))
        Keys.onLeftPressed: table.rows.setExpanded(currentIndex, false)
        Keys.onRightPressed: table.rows.setExpanded(currentIndex, true)
        Accessible.role: Accessible.Tree
        Accessible.name: "Hits by name"

        delegate: Rectangle {
            id: row

            required property int index
            required property string name
            required property bool isGroup
            required property bool expanded
            required property string occurrences
            required property string length
            required property real share
            required property string median
            required property string when
            required property string track

            function click() {
                list.currentIndex = index
                list.forceActiveFocus()
                if (isGroup)
                    table.rows.toggle(index)
                else
                    table.picked(table.rows.sliceOf(index))
            }

            width: list.width
            height: table.rowHeight
            color: over.containsMouse || (list.activeFocus && ListView.isCurrentItem)
                   ? Theme.color.grid : "transparent"
            Accessible.role: Accessible.TreeItem
            Accessible.name: isGroup ? name + ", " + occurrences + " hits, " + length
                                     : when + ", " + length

            Row {
                x: 12
                spacing: 8

                Item {
                    width: table.nameWidth
                    height: table.rowHeight

                    PlainLabel {
                        height: table.rowHeight
                        visible: row.isGroup
                        text: row.expanded ? "▾" : "▸"
                        color: Theme.color.secondaryText
                        verticalAlignment: Text.AlignVCenter
                    }
                    PlainLabel {
                        x: Math.round((row.isGroup ? 16 : 32) * Theme.scale)
                        width: parent.width - x
                        height: table.rowHeight
                        text: row.isGroup ? row.name : "at " + row.when + " · " + row.track
                        color: row.isGroup ? Theme.color.text : Theme.color.secondaryText
                        elide: Text.ElideMiddle
                        verticalAlignment: Text.AlignVCenter
                    }
                }
                Cell { text: row.occurrences }
                Cell { text: row.length }
                Item {
                    width: Math.round(64 * Theme.scale)
                    height: table.rowHeight

                    Rectangle {
                        y: Math.round(5 * Theme.scale)
                        visible: row.isGroup
                        width: Math.max(1, parent.width * row.share)
                        height: parent.height - 2 * y
                        color: Theme.color.searchHit
                    }
                }
                Cell { text: row.median }
            }
            MouseArea {
                id: over

                anchors.fill: parent
                hoverEnabled: true
                cursorShape: row.isGroup ? Qt.ArrowCursor : Qt.PointingHandCursor
                onClicked: row.click()
                onDoubleClicked: table.picked(table.rows.sliceOf(row.index))
            }
        }
    }
}
