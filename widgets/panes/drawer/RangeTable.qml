// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A table of the selected range with one row per name. Click on a heading: sorts; double click
// or Return: goes to the longest slice; Ctrl+C: copies.
Item {
    id: table

    required property RangeTableModel rows
    property string emptyText
    readonly property int nameWidth: Math.max(160, Math.min(520, width - 690))

    signal picked(real slice)

    component Cell: PlainLabel {
        height: Math.round(20 * Theme.scale)
        width: Math.round(74 * Theme.scale)
        color: Theme.color.text
        horizontalAlignment: Text.AlignRight
        verticalAlignment: Text.AlignVCenter
        elide: Text.ElideRight
    }
    component Head: AbstractButton {
        id: head

        required property int column
        property bool toTheLeft: false
        readonly property bool sorted: table.rows.sorted === column

        width: Math.round(74 * Theme.scale)
        height: Math.round(20 * Theme.scale)
        focusPolicy: Qt.TabFocus
        Accessible.name: "Sort by " + text
        onClicked: table.rows.sortBy(column)

        contentItem: PlainLabel {
            text: head.text + (head.sorted ? (table.rows.descending ? " ▾" : " ▴") : "")
            color: head.sorted ? Theme.color.text : Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            horizontalAlignment: head.toTheLeft ? Text.AlignLeft : Text.AlignRight
            verticalAlignment: Text.AlignVCenter
        }
        background: Rectangle {
            color: "transparent"
            border.width: head.visualFocus ? 1 : 0
            border.color: Theme.color.accent
        }
    }

    PlainLabel {
        objectName: "rangeEmpty"
        anchors.centerIn: parent
        width: Math.min(parent.width - 40, 640)
        visible: list.count === 0
        text: table.emptyText
        color: Theme.color.secondaryText
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
    }
    Row {
        id: heads

        x: 12
        spacing: 8

        Head {
            width: table.nameWidth
            column: RangeTableModel.Name
            text: table.rows.what
            toTheLeft: true
        }
        Head { width: 60; column: RangeTableModel.Count; text: "count" }
        Head { column: RangeTableModel.Self; text: "self" }
        Head { column: RangeTableModel.Total; text: "total" }
        Cell {
            width: Math.round(56 * Theme.scale)
            text: "of range"
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
        }
        Head { column: RangeTableModel.Mean; text: "mean" }
        Head { column: RangeTableModel.Shortest; text: "min" }
        Head { column: RangeTableModel.Longest; text: "max" }
        Cell {
            leftPadding: 12
            text: "min to max"
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            horizontalAlignment: Text.AlignLeft
        }
    }
    ListView {
        id: list

        objectName: "rangeRows"
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
        Keys.onReturnPressed: table.picked(table.rows.longestOf(currentIndex))
        Keys.onEnterPressed: table.picked(table.rows.longestOf(currentIndex))
        Keys.onPressed: event => {
            event.accepted = event.matches(StandardKey.Copy)
            if (event.accepted)
                table.rows.copyMarkdown()
        }
        Accessible.role: Accessible.Table
        Accessible.name: "Time by " + table.rows.what

        delegate: Rectangle {
            id: row

            required property int index
            required property string name
            required property string occurrences
            required property string self
            required property string total
            required property string share
            required property string mean
            required property string shortest
            required property string longest
            required property var bars

            width: list.width
            height: Math.round(20 * Theme.scale)
            color: over.containsMouse || (list.activeFocus && ListView.isCurrentItem)
                   ? Theme.color.grid : "transparent"
            Accessible.role: Accessible.Row
            Accessible.name: name + ", " + occurrences + " times, " + total

            Row {
                x: 12
                spacing: 8

                Cell {
                    width: table.nameWidth
                    text: row.name
                    horizontalAlignment: Text.AlignLeft
                }
                Cell { width: 60; text: row.occurrences }
                Cell { text: row.self }
                Cell { text: row.total }
                Cell { width: 56; text: row.share }
                Cell { text: row.mean }
                Cell { text: row.shortest }
                Cell { text: row.longest }
                Item {
                    width: Math.round(92 * Theme.scale)
                    height: Math.round(20 * Theme.scale)

                    Repeater {
                        model: row.bars

                        Rectangle {
                            required property int index
                            required property real modelData

                            x: 12 + index * 5
                            y: 18 - height
                            width: 4
                            height: modelData > 0 ? Math.max(1, 15 * modelData) : 0
                            color: Theme.color.compute
                        }
                    }
                    Rectangle {
                        x: 12
                        y: Math.round(18 * Theme.scale)
                        width: Math.round(79 * Theme.scale)
                        height: 1
                        color: Theme.color.grid
                    }
                }
            }
            MouseArea {
                id: over

                anchors.fill: parent
                hoverEnabled: true
                onClicked: {
                    list.currentIndex = row.index
                    list.forceActiveFocus()
                }
                onDoubleClicked: table.picked(table.rows.longestOf(row.index))
            }
        }
    }
}
