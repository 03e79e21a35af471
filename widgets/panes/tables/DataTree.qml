// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A tree of results as a table: a TreeRowsModel, or a model with its properties and roles. Click on
// a heading: sorts; click on a triangle, or Left and Right: collapses and expands; double click or
// Return: shows the longest slice of a row; Ctrl+C: copies as CSV.
Item {
    id: table

    required property var rows
    // Of the list of rows: for tests, and for screen readers.
    property string listName: ""
    property string title: ""
    property string emptyText: ""
    property color barColor: Theme.color.compute
    // A click on a row without children shows its slice; on another one, what is below it.
    property bool choosesOnClick: false
    readonly property int rowHeight: Math.round(20 * Theme.scale)
    readonly property int cellWidth: Math.round(72 * Theme.scale)
    readonly property int shareWidth: Math.round(110 * Theme.scale)
    // In a wide window too, names stay near their figures.
    readonly property int nameWidth: Math.max(160, Math.min(Math.round(720 * Theme.scale),
                                     list.width - 34 - shareWidth
                                     - (rows.titles.length - 2) * (cellWidth + 8)))

    signal picked(real slice)

    function widthOf(column) {
        return column === 0 ? nameWidth : column === rows.shareColumn ? shareWidth : cellWidth
    }

    component Cell: PlainLabel {
        height: table.rowHeight
        color: Theme.color.text
        horizontalAlignment: Text.AlignRight
        verticalAlignment: Text.AlignVCenter
        elide: Text.ElideRight
    }

    PlainLabel {
        objectName: table.listName + "Empty"
        anchors.centerIn: parent
        width: Math.min(parent.width - 40, 640)
        visible: list.count === 0
        text: (table.rows.filter ?? "") !== "" ? "No row matches the filter." : table.emptyText
        color: Theme.color.secondaryText
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
    }
    Row {
        x: 12
        spacing: 8
        visible: list.count > 0

        Repeater {
            model: table.rows.titles

            SortHead {
                required property int index
                required property string modelData

                width: table.widthOf(index)
                text: modelData
                toTheLeft: index === 0
                sorted: table.rows.sorted === index
                descending: table.rows.descending
                onClicked: table.rows.sortBy(index)
            }
        }
    }
    ListView {
        id: list

        objectName: table.listName
        anchors.fill: parent
        anchors.topMargin: Math.round(22 * Theme.scale)
        anchors.rightMargin: durations.active ? durations.width + 8 : 0
        clip: true
        model: table.rows
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        activeFocusOnTab: count > 0 || activeFocus
        keyNavigationEnabled: true
        highlightFollowsCurrentItem: false
        onCurrentIndexChanged: {
            positionViewAtIndex(currentIndex, ListView.Contain)
            if (activeFocus && table.rows.histogram)
                table.rows.choose(currentIndex)
        }
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {}
        Keys.onReturnPressed: table.picked(table.rows.longestOf(currentIndex))
        Keys.onEnterPressed: table.picked(table.rows.longestOf(currentIndex))
        Keys.onLeftPressed: table.rows.setExpanded(currentIndex, false)
        Keys.onRightPressed: table.rows.setExpanded(currentIndex, true)
        Keys.onPressed: event => {
            event.accepted = event.matches(StandardKey.Copy)
            if (event.accepted)
                table.rows.copyCsv()
        }
        Accessible.role: Accessible.Tree
        Accessible.name: table.title

        delegate: Rectangle {
            id: row

            required property int index
            required property string name
            required property string detail
            required property int depth
            required property list<string> cells
            required property real share
            required property bool expandable
            required property bool expanded
            readonly property int indent: Math.min(depth, 24) * Math.round(14 * Theme.scale)

            function click(x) {
                list.currentIndex = index
                list.forceActiveFocus()
                if (table.rows.histogram)
                    table.rows.choose(index)
                if (expandable && (table.choosesOnClick || x < 12 + indent + table.rowHeight))
                    table.rows.toggle(index)
                else if (table.choosesOnClick)
                    table.picked(table.rows.longestOf(index))
            }

            width: list.width
            height: table.rowHeight
            color: over.containsMouse || (list.activeFocus && ListView.isCurrentItem)
                   ? Theme.color.grid : "transparent"
            Accessible.role: Accessible.TreeItem
            Accessible.name: name + " " + detail + ", " + cells.join(", ")

            MouseArea {
                id: over

                anchors.fill: parent
                hoverEnabled: true
                onClicked: mouse => row.click(mouse.x)
                onDoubleClicked: table.picked(table.rows.longestOf(row.index))
            }
            Row {
                x: 12
                spacing: 8

                Item {
                    width: table.nameWidth
                    height: table.rowHeight

                    Cell {
                        x: row.indent
                        visible: row.expandable
                        text: row.expanded ? "▾" : "▸"
                        color: Theme.color.secondaryText
                    }
                    Cell {
                        id: label

                        x: row.indent + Math.round(16 * Theme.scale)
                        width: Math.min(implicitWidth, parent.width - x)
                        text: row.name
                        horizontalAlignment: Text.AlignLeft
                        elide: Text.ElideMiddle
                    }
                    Cell {
                        x: label.x + label.width + 8
                        width: Math.max(0, parent.width - x)
                        text: row.detail
                        horizontalAlignment: Text.AlignLeft
                        color: Theme.color.secondaryText
                        font.pixelSize: Theme.smallSize
                    }
                }
                Repeater {
                    model: row.cells

                    Cell {
                        id: cell

                        required property int index
                        required property string modelData

                        width: table.widthOf(index + 1)
                        text: modelData

                        Rectangle {
                            y: Math.round(5 * Theme.scale)
                            visible: cell.index + 1 === table.rows.shareColumn && cell.text !== ""
                            width: Math.max(1, Math.round(56 * Theme.scale) * row.share)
                            height: parent.height - 2 * y
                            color: table.barColor
                        }
                    }
                }
            }
        }
    }
    Loader {
        id: durations

        anchors.right: parent.right
        width: Math.round(280 * Theme.scale)
        height: parent.height - 6
        active: table.rows.histogram !== undefined && list.count > 0
                && table.width > Math.round(880 * Theme.scale)
        sourceComponent: Histogram {
            objectName: table.listName + "Histogram"
            histogram: table.rows.histogram
            onPicked: slice => table.picked(slice)
        }
    }
}
