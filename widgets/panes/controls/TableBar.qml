// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// What stands above a DataTable: a filter of its rows, from which Return and Down lead to them,
// copying, and how many rows are shown.
Row {
    id: bar

    required property DataTable table
    readonly property TableModel rows: table.rows
    property alias filterName: filter.objectName
    property alias hint: filter.placeholderText

    // Adds what was typed elsewhere.
    function focusFilter(typed) {
        filter.forceActiveFocus(Qt.ShortcutFocusReason)
        if (typed === "")
            filter.selectAll()
        else
            rows.filter += typed
    }

    height: Math.round(26 * Theme.scale)
    spacing: 8
    visible: table.visible && (rows.count > 0 || rows.filter !== "")

    FilterField {
        id: filter

        text: bar.rows.filter
        onTextEdited: bar.rows.filter = text
        Keys.onReturnPressed: bar.table.focusRows()
        Keys.onEnterPressed: bar.table.focusRows()
        Keys.onDownPressed: bar.table.focusRows()
        Keys.onEscapePressed: bar.rows.filter = ""
    }
    LinkButton {
        height: Math.round(24 * Theme.scale)
        text: "Copy CSV"
        onClicked: bar.rows.copyCsv()
    }
    LinkButton {
        height: Math.round(24 * Theme.scale)
        text: "Copy Markdown"
        onClicked: bar.rows.copyMarkdown()
    }
    PlainLabel {
        height: Math.round(24 * Theme.scale)
        text: bar.rows.status
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        verticalAlignment: Text.AlignVCenter
    }
}
