// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Kernels of the range by group, name, and launch configuration with shapes, and the durations of
// the chosen row. A click on a row's triangle, Left and Right collapse and expand; a double click or
// Return goes to the longest kernel; Ctrl+C copies.
Item {
    id: table

    required property KernelTreeModel rows
    property string emptyText
    readonly property int rowHeight: Math.round(20 * Theme.scale)
    readonly property int cellWidth: Math.round(72 * Theme.scale)
    readonly property int nameWidth: Math.max(160, list.width - Math.round(478 * Theme.scale))

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

    PlainLabel {
        objectName: "kernelsEmpty"
        anchors.centerIn: parent
        width: Math.min(parent.width - 40, 640)
        visible: list.count === 0
        text: table.rows.filter !== "" ? "No kernel matches the filter." : table.emptyText
        color: Theme.color.secondaryText
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
    }
    Row {
        x: 12
        spacing: 8
        visible: list.count > 0

        Head {
            width: table.nameWidth
            column: KernelTreeModel.Name
            text: "group, kernel, grid and shapes"
            toTheLeft: true
        }
        Head {
            width: Math.round(56 * Theme.scale)
            column: KernelTreeModel.Count
            text: "count"
        }
        Head { column: KernelTreeModel.Total; text: "total" }
        Cell {
            width: Math.round(110 * Theme.scale)
            text: "of GPU time"
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
        }
        Head { column: KernelTreeModel.Median; text: "median" }
        Head { column: KernelTreeModel.P99; text: "p99" }
    }
    ListView {
        id: list

        objectName: "kernelTreeRows"
        anchors.fill: parent
        anchors.topMargin: Math.round(22 * Theme.scale)
        anchors.rightMargin: durations.visible ? durations.width + 8 : 0
        clip: true
        model: table.rows
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        activeFocusOnTab: count > 0 || activeFocus
        keyNavigationEnabled: true
        highlightFollowsCurrentItem: false
        onCurrentIndexChanged: {
            positionViewAtIndex(currentIndex, ListView.Contain)
            if (activeFocus)
                table.rows.choose(currentIndex)
        }
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
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
        Accessible.name: "Kernels by group, name and launch"

        delegate: Rectangle {
            id: row

            required property int index
            required property string name
            required property string detail
            required property int depth
            required property string occurrences
            required property string total
            required property real share
            required property string percent
            required property string median
            required property string p99
            required property bool expandable
            required property bool expanded
            readonly property int indent: depth * Math.round(14 * Theme.scale)

            width: list.width
            height: table.rowHeight
            color: over.containsMouse || (list.activeFocus && ListView.isCurrentItem)
                   ? Theme.color.grid : "transparent"
            Accessible.role: Accessible.TreeItem
            Accessible.name: name + " " + detail + ", " + occurrences + " times, " + total

            MouseArea {
                id: over

                anchors.fill: parent
                hoverEnabled: true
                onClicked: mouse => {
                    list.currentIndex = row.index
                    list.forceActiveFocus()
                    table.rows.choose(row.index)
                    if (mouse.x < 12 + row.indent + table.rowHeight)
                        table.rows.toggle(row.index)
                }
                onDoubleClicked: table.picked(table.rows.longestOf(row.index))
            }
            Row {
                x: 12
                spacing: 8

                Item {
                    width: table.nameWidth
                    height: table.rowHeight

                    PlainLabel {
                        x: row.indent
                        height: table.rowHeight
                        visible: row.expandable
                        text: row.expanded ? "▾" : "▸"
                        color: Theme.color.secondaryText
                        verticalAlignment: Text.AlignVCenter
                    }
                    PlainLabel {
                        id: label

                        x: row.indent + Math.round(16 * Theme.scale)
                        width: Math.min(implicitWidth, parent.width - x)
                        height: table.rowHeight
                        text: row.name
                        color: Theme.color.text
                        elide: Text.ElideMiddle
                        verticalAlignment: Text.AlignVCenter
                    }
                    PlainLabel {
                        x: label.x + label.width + 8
                        width: Math.max(0, parent.width - x)
                        height: table.rowHeight
                        text: row.detail
                        color: Theme.color.secondaryText
                        elide: Text.ElideRight
                        verticalAlignment: Text.AlignVCenter
                    }
                }
                Cell { width: Math.round(56 * Theme.scale); text: row.occurrences }
                Cell { text: row.total }
                Item {
                    width: Math.round(110 * Theme.scale)
                    height: table.rowHeight

                    Rectangle {
                        y: Math.round(5 * Theme.scale)
                        width: Math.max(1, Math.round(56 * Theme.scale) * row.share)
                        height: parent.height - 2 * y
                        color: Theme.color.compute
                    }
                    Cell {
                        anchors.right: parent.right
                        width: Math.round(52 * Theme.scale)
                        text: row.percent
                    }
                }
                Cell { text: row.median }
                Cell { text: row.p99 }
            }
        }
    }
    Histogram {
        id: durations

        objectName: "kernelHistogram"
        anchors.right: parent.right
        width: Math.round(280 * Theme.scale)
        height: parent.height - 6
        visible: list.count > 0 && table.width > Math.round(860 * Theme.scale)
        histogram: table.rows.histogram
        onPicked: slice => table.picked(slice)
    }
}
