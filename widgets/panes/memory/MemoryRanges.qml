// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// Steps and annotations with what each of them allocated, freed and held. A row leads to its peak.
Item {
    id: pane

    required property MemoryRangeModel ranges

    TableBar {
        id: bar

        x: 12
        table: list
    }
    DataTable {
        id: list

        anchors.fill: parent
        anchors.topMargin: bar.height + 4
        anchors.leftMargin: 12
        rows: pane.ranges
        listName: "memoryRangeRows"
        title: "Memory by step and annotation"
        emptyText: "The snapshot has no steps and no annotations: record it with torch.profiler beside it, "
                   + "or with record_function ranges."
    }
}
