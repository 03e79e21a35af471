// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The kernels of a report. Click on a heading: sorts; Up and Down select a kernel; Return goes on to
// its details; Ctrl+C: copies; letters: filter.
Item {
    id: table

    required property KernelTableModel rows
    readonly property int rowHeight: Math.round(20 * Theme.scale)
    readonly property int nameColumn: 1
    readonly property var titles: ["#", "kernel", "duration", "grid", "block", "compute", "memory",
                                   "occupancy", "at most", "registers"]
    // 0: left out, for the table is too narrow.
    readonly property var widths: {
        const all = [42, 0, 68, 92, 84, 62, 62, 70, 62, 62].map(
                      wide => Math.round(wide * Theme.scale))
        for (const column of [4, 3, 9, 8, 7]) {
            if (roomForNames(all) < 140)
                all[column] = 0
        }
        return all
    }

    signal typed(string text)
    signal detailsRequested()

    function roomForNames(widths) {
        return width - 30 - widths.reduce((sum, wide) => sum + wide, 0)
    }
    function widthOf(column) {
        return column === nameColumn ? Math.max(100, roomForNames(widths)) : widths[column]
    }
    function focusRows() {
        list.forceActiveFocus(Qt.OtherFocusReason)
    }

    clip: true

    PlainLabel {
        objectName: "kernelTableEmpty"
        anchors.centerIn: parent
        width: Math.min(parent.width - 40, 640)
        visible: list.count === 0
        text: "No kernel has “" + table.rows.filter + "” in its name, grid or block. Esc removes the"
              + " filter."
        color: Theme.color.secondaryText
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
    }
    Row {
        id: heads

        x: 12
        y: 2

        Repeater {
            model: table.titles

            AbstractButton {
                id: head

                required property int index
                required property string modelData
                readonly property bool sorted: table.rows.sorted === index

                width: table.widthOf(index)
                height: table.rowHeight
                visible: width > 0
                focusPolicy: Qt.TabFocus
                text: modelData
                Accessible.name: "Sort by " + text
                onClicked: table.rows.sortBy(index)

                contentItem: PlainLabel {
                    text: head.text + (head.sorted ? (table.rows.descending ? " ▾" : " ▴") : "")
                    color: head.sorted ? Theme.color.text : Theme.color.secondaryText
                    font.pixelSize: Theme.smallSize
                    leftPadding: head.index === table.nameColumn ? 10 : 0
                    elide: Text.ElideRight
                    horizontalAlignment: head.index === table.nameColumn ? Text.AlignLeft
                                                                         : Text.AlignRight
                    verticalAlignment: Text.AlignVCenter
                }
                background: Rectangle {
                    color: "transparent"
                    border.width: head.visualFocus ? 1 : 0
                    border.color: Theme.color.accent
                }
            }
        }
    }
    ListView {
        id: list

        // Letters are not the window's shortcuts while the list has the focus.
        readonly property bool filteredByTyping: true

        // How far a key moves, in rows; 0: it does not.
        function rowsTo(key) {
            const page = Math.max(1, Math.floor(height / table.rowHeight) - 1)
            return key === Qt.Key_Home ? -count : key === Qt.Key_End ? count
                   : key === Qt.Key_PageUp ? -page : key === Qt.Key_PageDown ? page : 0
        }

        objectName: "kernelRows"
        focus: true
        anchors.fill: parent
        anchors.topMargin: table.rowHeight + 4
        clip: true
        model: table.rows
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        activeFocusOnTab: count > 0 || activeFocus
        keyNavigationEnabled: true
        highlightFollowsCurrentItem: false
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        Keys.onReturnPressed: table.detailsRequested()
        Keys.onEnterPressed: table.detailsRequested()
        Keys.onPressed: event => {
            if (event.matches(StandardKey.Copy)) {
                table.rows.copyMarkdown()
                event.accepted = true
            } else if (rowsTo(event.key) !== 0) {
                currentIndex = Math.max(0, Math.min(count - 1, currentIndex + rowsTo(event.key)))
                event.accepted = true
            } else if (/^[\w(:]$/.test(event.text) && !(event.modifiers & Qt.ControlModifier)) {
                table.typed(event.text)
                event.accepted = true
            }
        }
        onCurrentIndexChanged: {
            positionViewAtIndex(currentIndex, ListView.Contain)
            if (currentIndex >= 0)
                table.rows.current = currentIndex
        }
        Accessible.role: Accessible.Table
        Accessible.name: "Kernels of the report"

        delegate: Rectangle {
            id: row

            required property int index
            required property list<string> cells

            width: list.width
            height: table.rowHeight
            color: over.containsMouse || table.rows.current === index ? Theme.color.grid
                                                                      : "transparent"
            Accessible.role: Accessible.Row
            Accessible.name: cells.join(", ")

            Rectangle {
                width: 3
                height: parent.height
                visible: table.rows.current === row.index
                color: list.activeFocus ? Theme.color.accent : Theme.color.secondaryText
            }
            Row {
                x: 12

                Repeater {
                    model: row.cells

                    PlainLabel {
                        required property int index
                        required property string modelData

                        width: table.widthOf(index)
                        height: table.rowHeight
                        visible: width > 0
                        text: modelData
                        color: Theme.color.text
                        leftPadding: index === table.nameColumn ? 10 : 0
                        elide: Text.ElideRight
                        horizontalAlignment: index === table.nameColumn ? Text.AlignLeft
                                                                        : Text.AlignRight
                        verticalAlignment: Text.AlignVCenter
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
            }
            Tip {
                visible: over.containsMouse
                text: over.containsMouse ? table.rows.fullName(row.index) : ""
            }
        }
    }
    Connections {
        target: table.rows

        function onCurrentChanged() { list.currentIndex = table.rows.current }
        function onRowsChanged() { list.currentIndex = table.rows.current }
    }
}
