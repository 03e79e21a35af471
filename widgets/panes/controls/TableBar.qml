// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// What stands above a DataTable: a filter of its rows, copying, and how many rows are shown.
Row {
    id: bar

    required property TableModel rows

    height: Math.round(26 * Theme.scale)
    spacing: 8
    visible: rows.count > 0 || rows.filter !== ""

    FilterField {
        text: bar.rows.filter
        onTextEdited: bar.rows.filter = text
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
