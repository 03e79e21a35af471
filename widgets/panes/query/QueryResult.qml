// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The result of a query: a table or a plot, and what the timeline can show of it.
Item {
    id: pane

    required property QueryObject query
    required property SearchModel search
    property int plot: -1  // of QueryPlotItem.Kind; -1: the table
    readonly property bool isPlot: plot >= 0 && query.hasResult

    component Choice: LinkButton {
        property int kind

        height: Math.round(24 * Theme.scale)
        current: pane.plot === kind
        onClicked: pane.plot = kind
    }

    Column {
        id: empty

        anchors.centerIn: parent
        width: Math.min(parent.width - 48, Math.round(560 * Theme.scale))
        visible: !pane.query.hasResult
        spacing: Math.round(6 * Theme.scale)

        PlainLabel {
            objectName: "queryEmpty"
            width: parent.width
            text: "Ask the trace in SQL: choose a query at the left, or write one."
            color: Theme.color.text
            wrapMode: Text.Wrap
        }
        PlainLabel {
            width: parent.width
            text: "SELECT name, dur FROM slice WHERE dur > 1e6 ORDER BY dur DESC"
            color: Theme.color.secondaryText
            font.family: Theme.monospaceFamily
            font.pixelSize: Theme.smallSize
            wrapMode: Text.Wrap
        }
        PlainLabel {
            width: parent.width
            text: "Times are in ns. A row with the id of a slice, or with ts and dur, leads to its "
                  + "place in the timeline, and can become a track of its own."
            color: Theme.color.secondaryText
            wrapMode: Text.Wrap
        }
    }
    Flow {
        id: choices

        x: 12
        y: Math.round(2 * Theme.scale)
        width: parent.width - 24
        visible: pane.query.hasResult
        spacing: 4

        Choice { kind: -1; text: "Table"; objectName: "queryTable" }
        Choice { kind: QueryPlotItem.Bars; text: "Bars"; objectName: "queryBars" }
        Choice { kind: QueryPlotItem.Histogram; text: "Histogram"; objectName: "queryHistogram" }
        Choice { kind: QueryPlotItem.Line; text: "Line"; objectName: "queryLine" }
        Item { width: 12; height: 1 }
        LinkButton {
            objectName: "queryTrack"
            height: Math.round(24 * Theme.scale)
            enabled: pane.query.hasTimes
            text: "Show as track"
            onClicked: {
                pane.query.showAsTrack()
                table.focusRows()  // of the editor, Ctrl+Z would undo what was typed
            }
        }
        LinkButton {
            objectName: "queryCounter"
            height: Math.round(24 * Theme.scale)
            enabled: pane.query.hasValues
            text: "Show as counter"
            onClicked: {
                pane.query.showAsCounter()
                table.focusRows()  // of the editor, Ctrl+Z would undo what was typed
            }
        }
        LinkButton {
            objectName: "querySlices"
            height: Math.round(24 * Theme.scale)
            enabled: pane.query.hasSlices
            text: "Select these slices"
            onClicked: {
                pane.query.selectSlices()
                table.focusRows()  // of the editor, Ctrl+Z would undo what was typed
            }
        }
        LinkButton {
            objectName: "queryUntrack"
            height: Math.round(24 * Theme.scale)
            visible: pane.search.trackCount > 0
            text: pane.search.trackCount === 1 ? "Remove the track" : "Remove all tracks"
            onClicked: pane.search.removeTracks()
        }
    }
    TableBar {
        id: tableBar

        x: 12
        y: choices.y + choices.height
        visible: !pane.isPlot && pane.query.hasResult
        table: table
        filterName: "queryFilter"
        hint: "Filter rows"
    }
    PlainLabel {
        objectName: "queryStatus"
        x: tableBar.visible ? tableBar.x + tableBar.width + 12 : columns.x + columns.width + 12
        y: tableBar.y
        width: Math.max(0, parent.width - x - 12)
        height: Math.round(24 * Theme.scale)
        visible: pane.query.hasResult
        text: pane.query.shownNotice !== "" ? pane.query.shownNotice
              : pane.query.cutNotice !== "" ? pane.query.cutNotice : pane.query.status
        color: pane.query.cutNotice !== "" && pane.query.shownNotice === ""
               ? Theme.color.warningText : Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        elide: Text.ElideRight
        verticalAlignment: Text.AlignVCenter

        HoverHandler { id: overStatus }
        Tip {
            visible: overStatus.hovered && parent.truncated
            text: parent.text
        }
    }
    DataTable {
        id: table

        x: 12
        y: tableBar.y + Math.round(26 * Theme.scale)
        width: parent.width - x
        height: parent.height - y
        visible: !pane.isPlot && pane.query.hasResult
        rows: pane.query.rows
        listName: "queryRows"
        title: "Result of the query"
        emptyText: "No rows."
    }
    Row {
        id: columns

        x: 12
        y: tableBar.y
        visible: pane.isPlot
        spacing: 4

        Repeater {
            model: pane.query.plotColumns.slice(0, 6)

            LinkButton {
                required property int index
                required property string modelData

                height: Math.round(24 * Theme.scale)
                text: modelData
                current: plotItem.column === index
                onClicked: plotItem.column = index
            }
        }
    }
    QueryPlotItem {
        id: plotItem

        objectName: "queryPlot"
        y: table.y
        width: parent.width
        height: parent.height - y
        visible: pane.isPlot
        query: pane.query
        kind: Math.max(0, pane.plot)
        Accessible.role: Accessible.Graphic
        Accessible.name: "Plot of the result"
        Accessible.description: tipText
        Accessible.focusable: true

        Rectangle {
            anchors.fill: parent
            visible: plotItem.activeFocus
            color: "transparent"
            border.width: 1
            border.color: Theme.color.accent
        }
        PlainLabel {
            anchors.centerIn: parent
            width: Math.min(parent.width - 40, 480)
            visible: text !== ""
            text: plotItem.notice
            color: Theme.color.secondaryText
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.Wrap
        }
    }
    HoverTip {
        view: plotItem
    }
}
