// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Beside the stack: what the rules found, and what each line holds at the chosen moment.
Rectangle {
    id: side

    required property WindowModel app

    // To the next or previous finding.
    function step(forward) { findings.step(forward) }

    color: Theme.color.panelBackground

    component Head: PlainLabel {
        x: 12
        width: parent.width - 24
        height: Math.round(30 * Theme.scale)
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        verticalAlignment: Text.AlignVCenter
        elide: Text.ElideRight
    }

    Head {
        id: findingsHead

        text: side.app.memory.findings.summary
    }
    MemoryFindingList {
        id: findings

        y: findingsHead.height
        width: parent.width
        height: Math.min(contentHeight, side.height * 0.5 - y)
        findings: side.app.memory.findings
    }
    Rectangle {
        y: holdersHead.y
        width: parent.width
        height: 1
        color: Theme.color.grid
    }
    Head {
        id: holdersHead

        objectName: "holdersHead"
        y: findings.y + findings.height + 4
        text: "Held at " + side.app.memory.selection.momentText
        rightPadding: filter.width + 8

        FilterField {
            id: filter

            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            width: Math.round(90 * Theme.scale)
            text: holders.rows.filter
            onTextEdited: holders.rows.filter = text
        }
    }
    DataTable {
        id: holders

        x: 12
        y: holdersHead.y + holdersHead.height
        width: parent.width - x
        height: parent.height - y
        listName: "holders"
        title: "What is held"
        rows: side.app.memory.holders
    }
    Rectangle {
        width: 1
        height: parent.height
        color: Theme.color.grid
    }
}
