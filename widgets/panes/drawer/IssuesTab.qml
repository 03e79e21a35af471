// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// Tab Import issues: a table of the errors in the file, by kind.
DrawerPane {
    id: tab

    TableBar {
        id: bar

        x: 12
        y: 4
        table: list
    }
    DataTable {
        id: list

        anchors.fill: parent
        anchors.topMargin: bar.y + bar.height + 4
        anchors.leftMargin: 12
        rows: tab.app.findings.issues
        listName: "issueRows"
        title: "Import issues"
        emptyText: "No issues were found while reading the file."
    }
}
