// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Tab Ranks: a map of ranks by steps, the selected collective, and tables of ranks, operations and
// late collectives.
Item {
    id: tab

    required property WindowModel app
    readonly property RankSetObject ranks: app.ranks
    readonly property RankTableModel table: app.rankTable

    component Choice: FlatButton {
        required property bool chosen

        height: Math.round(22 * Theme.scale)
        outlined: chosen
    }

    PlainLabel {
        anchors.centerIn: parent
        visible: !tab.ranks.active
        text: "Open a folder with one trace for each rank to see who waits for whom."
        color: Theme.color.secondaryText
    }
    Row {
        id: measures

        visible: tab.ranks.active
        x: 12
        y: Math.round(5 * Theme.scale)
        spacing: 4

        Choice {
            chosen: map.measure === HeatMapItem.Wait
            text: "Waits"
            hint: "Time that a rank waits for others, by step"
            onClicked: map.measure = HeatMapItem.Wait
        }
        Choice {
            chosen: map.measure === HeatMapItem.Lateness
            text: "Late"
            hint: "By how much a rank was late into collectives, by step"
            onClicked: map.measure = HeatMapItem.Lateness
        }
        Choice {
            chosen: map.measure === HeatMapItem.Compute
            text: "Computes"
            hint: "Time with kernels that do not communicate, by step"
            onClicked: map.measure = HeatMapItem.Compute
        }
        Choice {
            chosen: map.measure === HeatMapItem.Idle
            text: "Idle"
            hint: "Time without any GPU work, by step"
            onClicked: map.measure = HeatMapItem.Idle
        }
    }
    HeatMapItem {
        id: map

        objectName: "heatMap"
        x: 12
        y: measures.y + measures.height + Math.round(4 * Theme.scale)
        width: Math.max(280, Math.round(tab.width * 0.42)) - 24
        height: Math.max(0, clocks.y - y - 4)
        ranks: tab.ranks
        Accessible.role: Accessible.Graphic
        Accessible.name: "Ranks by steps"
    }
    PlainLabel {
        anchors.centerIn: map
        visible: map.isEmpty && tab.ranks.active
        text: "No steps with communication were found."
        color: Theme.color.secondaryText
    }
    PlainLabel {
        id: clocks

        objectName: "rankClocks"
        x: 12
        y: tab.height - height - Math.round(4 * Theme.scale)
        width: map.width
        visible: tab.ranks.active
        text: tab.ranks.title + " · " + tab.ranks.clocksText
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        elide: Text.ElideRight
    }
    Tip {
        x: map.x + map.pointer.x + 14
        y: map.y + map.pointer.y + 18
        visible: map.hoverText !== ""
        text: map.hoverText
    }
    Item {
        id: right

        visible: tab.ranks.active
        x: map.x + map.width + 24
        y: Math.round(5 * Theme.scale)
        width: tab.width - x - 12
        height: tab.height - y

        Row {
            id: tables

            spacing: 4

            Choice {
                chosen: tab.table.table === RankTableModel.Findings
                text: "Findings"
                onClicked: tab.table.table = RankTableModel.Findings
            }
            Choice {
                chosen: tab.table.table === RankTableModel.Ranks
                text: "Ranks"
                onClicked: tab.table.table = RankTableModel.Ranks
            }
            Choice {
                chosen: tab.table.table === RankTableModel.Operations
                text: "Communication"
                hint: "By group, operation and size; bandwidth as nccl-tests' bus bandwidth"
                onClicked: tab.table.table = RankTableModel.Operations
            }
            Choice {
                chosen: tab.table.table === RankTableModel.LateCollectives
                text: "Late collectives"
                hint: "J: the next one"
                onClicked: tab.table.table = RankTableModel.LateCollectives
            }
        }
        PlainLabel {
            id: selected

            objectName: "selectedCollective"
            y: tables.height + Math.round(4 * Theme.scale)
            width: parent.width
            visible: text !== ""
            text: tab.table.advice !== "" ? tab.table.advice : tab.ranks.selectedText
            color: Theme.color.text
            wrapMode: Text.Wrap
            maximumLineCount: 6
            elide: Text.ElideRight
        }
        RankTable {
            y: selected.visible ? selected.y + selected.height + Math.round(6 * Theme.scale)
                                : tables.height + Math.round(4 * Theme.scale)
            width: parent.width
            height: Math.max(0, note.y - y)
            rows: tab.table
        }
        PlainLabel {
            id: note

            objectName: "rankTableNote"
            y: parent.height - (text === "" ? 0 : height + Math.round(4 * Theme.scale))
            width: parent.width
            visible: text !== ""
            text: tab.table.note
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            elide: Text.ElideRight
        }
    }
}
