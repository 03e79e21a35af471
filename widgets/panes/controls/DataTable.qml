// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A table of results. Click on a heading: sorts; drag at its right edge: resizes the column, double
// click there: all columns are as wide as their cells; click or double click on a row, or Return:
// shows what it is about; Up, Down, pages, Home and End select a row; Ctrl+C: copies as Markdown,
// Ctrl+Alt+C as CSV.
Item {
    id: table

    required property TableModel rows
    // Of the list of rows: for tests, and for screen readers.
    property string listName: ""
    property string title: "Table"
    property string emptyText: ""
    property bool choosesOnClick: true
    property int elide: Text.ElideRight
    // A row that is marked without the focus too, and comes into view; -1: none.
    property int markedRow: -1
    property color markColor: Theme.color.accent
    property color ground: Theme.color.panelBackground  // what the table lies on
    // Letters are typed() while the rows have the focus, not the window's shortcuts.
    property bool filteredByTyping: false
    // The columns from this one on have the color of what is better or worse than before.
    property int changeColumn: rows.titles.length
    readonly property int rowHeight: Math.round(20 * Theme.scale)
    readonly property int swatchWidth: rows.hasSwatches ? 24 : 0
    readonly property real columnsWidth: list.width - swatchWidth

    onMarkedRowChanged: list.positionViewAtIndex(markedRow, ListView.Contain)

    signal typed(string text)
    // A row is selected, by a click or by a key.
    signal selected(int row)

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
        elide: table.elide
        color: Theme.color.text
    }

    Binding {
        target: table.rows
        property: "room"
        value: table.columnsWidth / (6.5 * Theme.scale)
        when: table.visible
        restoreMode: Binding.RestoreNone
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
                visible: width > 0

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
                    enabled: table.rows.shares[heading.index + 1] > 0
                    cursorShape: Qt.SplitHCursor
                    preventStealing: true
                    onDoubleClicked: table.rows.resetWidths()
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

        readonly property bool filteredByTyping: table.filteredByTyping

        // How far a key moves, in rows; 0: it does not.
        function rowsTo(key) {
            const page = Math.max(1, Math.floor(height / table.rowHeight) - 1)
            return key === Qt.Key_Home ? -count : key === Qt.Key_End ? count
                   : key === Qt.Key_PageUp ? -page : key === Qt.Key_PageDown ? page : 0
        }

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
        // Otherwise sorting would leave the first rows for the selected one.
        onCurrentIndexChanged: {
            if (activeFocus)
                positionViewAtIndex(currentIndex, ListView.Contain)
            table.rows.current = currentIndex
            if (activeFocus)
                table.selected(currentIndex)
        }
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {}
        Keys.onReturnPressed: table.rows.choose(currentIndex)
        Keys.onEnterPressed: table.rows.choose(currentIndex)
        Keys.onPressed: event => {
            event.accepted = true
            if (event.key === Qt.Key_C && event.modifiers === (Qt.ControlModifier | Qt.AltModifier))
                table.rows.copyCsv()
            else if (event.matches(StandardKey.Copy))
                table.rows.copyMarkdown()
            else if (rowsTo(event.key) !== 0)
                currentIndex = Math.max(0, Math.min(count - 1, currentIndex + rowsTo(event.key)))
            else if (filteredByTyping && /^[\w(:]$/.test(event.text)
                     && !(event.modifiers & Qt.ControlModifier))
                table.typed(event.text)
            else
                event.accepted = false
        }
        Accessible.role: Accessible.Table
        Accessible.name: table.title

        section.property: "heading"
        section.delegate: Cell {
            required property string section

            height: Math.round(26 * Theme.scale)
            text: section
            font.weight: Font.DemiBold
            verticalAlignment: Text.AlignBottom
        }
        delegate: Rectangle {
            id: row

            required property int index
            required property list<string> cells
            required property var bars
            required property bool hasTarget
            required property string swatch
            required property string tip
            required property int change

            // What does not fit.
            function elidedTexts() {
                return cells.filter((text, column) => texts.itemAt(column).truncated).join("\n")
            }

            width: list.width
            height: table.rowHeight
            color: (hasTarget && over.containsMouse)
                   || index === table.markedRow || (list.activeFocus && ListView.isCurrentItem)
                   ? Theme.color.grid : "transparent"
            Accessible.role: Accessible.Row
            Accessible.name: cells.join(", ")

            Rectangle {
                width: 3
                height: parent.height
                visible: row.index === table.markedRow
                color: table.markColor
            }
            Loader {
                y: (parent.height - 10) / 2
                active: row.swatch !== ""
                sourceComponent: isNaN(row.swatch) ? pattern : hue

                Component {
                    id: pattern

                    PatternItem { kind: row.swatch; width: 16; height: 10 }
                }
                Component {
                    id: hue

                    Rectangle {
                        width: 10
                        height: 10
                        radius: 2
                        color: Theme.dark, Theme.nameColor(Number(row.swatch))
                    }
                }
            }
            Row {
                x: table.swatchWidth

                Repeater {
                    id: texts

                    model: row.cells

                    Cell {
                        id: cell

                        required property int index
                        required property string modelData

                        width: table.columnsWidth * (table.rows.shares[index] ?? 0)
                        visible: width > 0
                        text: modelData
                        color: index < table.changeColumn || row.change === 0 ? Theme.color.text
                               : row.change < 0 ? Theme.color.healthy : Theme.color.unhealthy
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
                    table.selected(row.index)
                    if (table.choosesOnClick)
                        table.rows.choose(row.index)
                }
                onDoubleClicked: {
                    if (!table.choosesOnClick)
                        table.rows.choose(row.index)
                }
            }
            Loader {
                anchors.fill: parent
                active: over.containsMouse
                sourceComponent: Item {
                    // Of the table, which stays in the window: a row may leave it before the delay
                    // of its tip is over.
                    Tip {
                        parent: table
                        x: Math.round((table.width - width) / 2)
                        y: list.y + row.y - list.contentY - height
                        visible: text !== "" && table.Window.window !== null
                        text: row.tip || row.elidedTexts()
                    }
                }
            }
        }
    }
    BottomFade {
        view: list
        ground: table.ground
    }
    Connections {
        target: table.rows

        function onCurrentChanged() { list.currentIndex = table.rows.current }
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
