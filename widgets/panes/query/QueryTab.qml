// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import "../drawer"
import Gaplight

// Tab Query: saved and shipped queries, the editor, and the result of the last one.
DrawerPane {
    id: tab

    readonly property QueryObject query: context.query
    // While a query runs the tab has the keys: Esc stops it.
    readonly property bool keepsKeys: query.running || editor.completing

    function ask() {
        query.run(editor.text, app.queries.titleOfText(editor.text))
    }
    function load(row) {
        editor.replace(app.queries.sqlOf(row))
        ask()
    }

    Keys.onEscapePressed: query.stop()

    QueryList {
        id: list

        width: Math.round(Math.min(230 * Theme.scale, tab.width * 0.2))
        height: parent.height
        queries: tab.app.queries
        onChosen: row => tab.load(row)
    }
    Rectangle {
        x: list.width
        width: 1
        height: parent.height
        color: Theme.color.grid
    }
    QueryEditor {
        id: editor

        x: list.width + 1
        width: Math.round((tab.width - x) * 0.38)
        height: parent.height
        query: tab.query
        queries: tab.app.queries
        onRunRequested: tab.ask()
    }
    Rectangle {
        x: result.x - 1
        width: 1
        height: parent.height
        color: Theme.color.grid
    }
    QueryResult {
        id: result

        x: editor.x + editor.width + 1
        width: tab.width - x
        height: parent.height
        query: tab.query
        search: tab.context.search
    }
    Connections {
        target: tab.query

        function onSliceChosen(slice) { tab.timeline.goToSlice(slice) }
        function onRangeChosen(range) { tab.timeline.goToRangeAt(range) }
    }
    Connections {
        target: tab.app.state

        function onQueryRequested() { editor.focusText() }
    }
}
