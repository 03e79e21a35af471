// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Steps and annotations with what each of them allocated, freed and held. Click on a heading: sorts;
// click or Return on a row: goes there.
Item {
    id: table

    required property MemoryRangeModel ranges
    readonly property int cellWidth: Math.round(84 * Theme.scale)
    readonly property int rowHeight: Math.round(20 * Theme.scale)
    readonly property int nameWidth: Math.max(120, Math.min(420, width - 7 * (cellWidth + 8) - 30))

    component Cell: PlainLabel {
        width: table.cellWidth
        height: table.rowHeight
        color: Theme.color.text
        horizontalAlignment: Text.AlignRight
        verticalAlignment: Text.AlignVCenter
        elide: Text.ElideRight
    }
    component Head: AbstractButton {
        id: head

        required property int column
        readonly property bool sorted: table.ranges.sorted === column

        width: table.cellWidth
        height: table.rowHeight
        focusPolicy: Qt.TabFocus
        Accessible.name: "Sort by " + text
        onClicked: table.ranges.sortBy(column)

        contentItem: PlainLabel {
            text: head.text + (head.sorted ? (table.ranges.descending ? " ▾" : " ▴") : "")
            color: head.sorted ? Theme.color.text : Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            horizontalAlignment: head.column === MemoryRangeModel.Name ? Text.AlignLeft
                                                                       : Text.AlignRight
            verticalAlignment: Text.AlignVCenter
        }
        background: Rectangle {
            color: "transparent"
            border.width: head.visualFocus ? 1 : 0
            border.color: Theme.color.accent
        }
    }

    PlainLabel {
        anchors.centerIn: parent
        width: Math.min(parent.width - 40, 640)
        visible: list.count === 0
        text: "The snapshot has no steps and no annotations: record it with torch.profiler beside it, "
              + "or with record_function ranges."
        color: Theme.color.secondaryText
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
    }
    Row {
        id: heads

        x: 12
        spacing: 8
        visible: list.count > 0

        Head {
            width: table.nameWidth
            column: MemoryRangeModel.Name
            text: "step or annotation"
        }
        Head { column: MemoryRangeModel.Start; text: "start" }
        Head { column: MemoryRangeModel.Allocated; text: "allocated" }
        Cell {
            text: "allocations"
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
        }
        Head { column: MemoryRangeModel.Freed; text: "freed" }
        Head { column: MemoryRangeModel.Peak; text: "peak" }
        Head { column: MemoryRangeModel.Held; text: "held at end" }
        Head { column: MemoryRangeModel.Growth; text: "growth" }
    }
    ListView {
        id: list

        objectName: "memoryRangeRows"
        anchors.fill: parent
        anchors.topMargin: Math.round(22 * Theme.scale)
        clip: true
        model: table.ranges
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        activeFocusOnTab: count > 0 || activeFocus
        highlightFollowsCurrentItem: false
        onCurrentIndexChanged: positionViewAtIndex(currentIndex, ListView.Contain)
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        Keys.onReturnPressed: table.ranges.goTo(currentIndex)
        Keys.onEnterPressed: table.ranges.goTo(currentIndex)
        Accessible.role: Accessible.Table
        Accessible.name: "Memory by step and annotation"

        delegate: Rectangle {
            id: row

            required property int index
            required property string name
            required property bool isStep
            required property string start
            required property string allocated
            required property string blocks
            required property string freed
            required property string peak
            required property string held
            required property string growth

            width: list.width
            height: table.rowHeight
            color: over.containsMouse || (list.activeFocus && ListView.isCurrentItem)
                   ? Theme.color.grid : "transparent"
            Accessible.role: Accessible.Row
            Accessible.name: name + ", " + allocated + " allocated, peak " + peak

            Row {
                x: 12
                spacing: 8

                Cell {
                    width: table.nameWidth
                    text: row.name
                    font.weight: row.isStep ? Font.DemiBold : Font.Normal
                    horizontalAlignment: Text.AlignLeft
                }
                Cell { text: row.start }
                Cell { text: row.allocated }
                Cell { text: row.blocks }
                Cell { text: row.freed }
                Cell { text: row.peak }
                Cell { text: row.held }
                Cell { text: row.growth }
            }
            MouseArea {
                id: over

                anchors.fill: parent
                hoverEnabled: true
                cursorShape: Qt.PointingHandCursor
                onClicked: {
                    list.currentIndex = row.index
                    list.forceActiveFocus()
                    table.ranges.goTo(row.index)
                }
            }
        }
    }
}
