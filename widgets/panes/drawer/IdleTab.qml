// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// Tab Idle: gaps and blocking calls; a click goes to the slice or gap.
DrawerPane {
    id: tab

    TableBar {
        id: bar

        x: 12
        y: 4
        table: list
    }
    PlainLabel {
        objectName: "shorterGaps"
        anchors.right: parent.right
        anchors.rightMargin: 14
        height: bar.height
        verticalAlignment: Text.AlignVCenter
        visible: tab.app.findings.idle.count > 0
        text: tab.app.findings.idle.shorter
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
    }
    DataTable {
        id: list

        anchors.fill: parent
        anchors.topMargin: bar.y + bar.height + 4
        anchors.leftMargin: 12
        rows: tab.app.findings.idle
        listName: "idleRows"
        title: "Gaps and waits"
        emptyText: "No GPU gap of 100 µs or more, and no call in which the host waited."
                   + (tab.app.findings.idle.shorter === "" ? "" : "\nGaps " + tab.app.findings.idle.shorter + ".")
    }
    Connections {
        target: tab.app.findings.idle

        function onGapChosen(overlay) { tab.timeline.goToGap(overlay) }
        function onSliceChosen(slice) { tab.timeline.goToSlice(slice) }
    }
}
