// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A table of results. Click on a heading: sorts; drag at its right edge: resizes the column; click or
// double click on a row, or Return: shows what it is about; Ctrl+C: copies as Markdown, Ctrl+Alt+C
// as CSV.
Item {
    id: table

    required property TableModel rows
    // Of the list of rows: for tests, and for screen readers.
    property string listName: ""
    property string title: "Table"
    property string emptyText: ""
    property bool choosesOnClick: true
    readonly property int rowHeight: Math.round(20 * Theme.scale)
    readonly property int swatchWidth: rows.hasSwatches ? 24 : 0
    readonly property real columnsWidth: list.width - swatchWidth

    function focusRows() {
        list.forceActiveFocus(Qt.OtherFocusReason)
    }

    // Counts of equal bins between a shortest and a longest duration.
    component HistogramBars: Item {
        id: histogram

        property var bars

        Repeater {
            model: histogram.bars

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
    }
    component Cell: PlainLabel {
        height: table.rowHeight
        verticalAlignment: Text.AlignVCenter
        rightPadding: 8
        elide: Text.ElideRight
        color: Theme.color.text
    }

    Row {
        id: heads

        x: table.swatchWidth

        Repeater {
            model: table.rows.titles

            Item {
                id: heading

                required property int index
                required property string modelData

                width: table.columnsWidth * (table.rows.shares[index] ?? 0)
                height: table.rowHeight

                SortHead {
                    width: parent.width - 8
                    text: heading.modelData
                    toTheLeft: !table.rows.rightAligned[heading.index]
                    sorted: table.rows.sorted === heading.index
                    descending: table.rows.descending
                    onClicked: table.rows.sortBy(heading.index)
                }
                MouseArea {
                    x: parent.width - 6
                    width: 8
                    height: parent.height
                    enabled: heading.index + 1 < table.rows.titles.length
                    cursorShape: Qt.SplitHCursor
                    preventStealing: true
                    onPositionChanged: mouse => table.rows.resize(heading.index,
                                                                 (mouse.x - width / 2)
                                                                 / table.columnsWidth)
                }
            }
        }
    }
    PlainLabel {
        objectName: table.listName + "Empty"
        anchors.horizontalCenter: list.horizontalCenter
        width: Math.min(table.width - 40, 640)
        y: list.y + Math.round(24 * Theme.scale)
        visible: text !== ""
        text: list.count > 0 ? ""
              : table.rows.filter === "" ? table.emptyText
              : "No row contains “" + table.rows.filter + "”."
        color: Theme.color.secondaryText
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
    }
    ListView {
        id: list

        objectName: table.listName
        y: heads.height
        width: table.width
        height: table.height - y
        clip: true
        model: table.rows
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        activeFocusOnTab: count > 0 || activeFocus
        keyNavigationEnabled: true
        highlightFollowsCurrentItem: false
        onCurrentIndexChanged: positionViewAtIndex(currentIndex, ListView.Contain)
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        Keys.onReturnPressed: table.rows.choose(currentIndex)
        Keys.onEnterPressed: table.rows.choose(currentIndex)
        Keys.onPressed: event => {
            event.accepted = true
            if (event.key === Qt.Key_C && event.modifiers === (Qt.ControlModifier | Qt.AltModifier))
                table.rows.copyCsv()
            else if (event.matches(StandardKey.Copy))
                table.rows.copyMarkdown()
            else
                event.accepted = false
        }
        Accessible.role: Accessible.Table
        Accessible.name: table.title

        delegate: Rectangle {
            id: row

            required property int index
            required property list<string> cells
            required property var bars
            required property bool hasTarget
            required property string swatch

            width: list.width
            height: table.rowHeight
            color: (hasTarget && over.containsMouse)
                   || (list.activeFocus && ListView.isCurrentItem) ? Theme.color.grid
                                                                   : "transparent"
            Accessible.role: Accessible.Row
            Accessible.name: cells.join(", ")

            Loader {
                y: (parent.height - 10) / 2
                active: row.swatch !== ""
                sourceComponent: PatternItem { kind: row.swatch; width: 16; height: 10 }
            }
            Row {
                x: table.swatchWidth

                Repeater {
                    model: row.cells

                    Cell {
                        id: cell

                        required property int index
                        required property string modelData

                        width: table.columnsWidth * (table.rows.shares[index] ?? 0)
                        text: modelData
                        horizontalAlignment: table.rows.rightAligned[index] ? Text.AlignRight
                                                                            : Text.AlignLeft

                        Loader {
                            active: cell.index === table.rows.barsColumn
                            sourceComponent: HistogramBars { bars: row.bars }
                        }
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
                    if (table.choosesOnClick)
                        table.rows.choose(row.index)
                }
                onDoubleClicked: {
                    if (!table.choosesOnClick)
                        table.rows.choose(row.index)
                }
            }
        }
    }
    PlainLabel {
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        anchors.margins: 4
        visible: table.rows.filter !== "" && list.count > 0
        text: "filter “" + table.rows.filter + "”: " + table.rows.status + ", Esc shows all"
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        padding: 4
        background: Rectangle { color: Theme.color.grid; radius: 3 }
    }
}
