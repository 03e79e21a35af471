// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Tab Ranks: a map of ranks by steps, the selected collective, and tables of ranks, operations and
// late collectives.
DrawerPane {
    id: tab

    readonly property RankSetObject ranks: app.ranks
    readonly property RankTableModel table: app.rankTable
    // The map of ranks by steps stands where the stages do.
    property bool wantsPipeline: false
    readonly property bool showsPipeline: wantsPipeline && pipeline.hasStages
    // A map of few steps leaves its room to the table; stages take all they can get.
    readonly property int most: Math.max(280, Math.round(width * 0.42)) - 24
    readonly property int mapWidth: showsPipeline || map.isEmpty
                                    ? most : Math.min(most, Math.round(map.fullWidth * Theme.scale))

    function showMap(measure: int): void {
        map.measure = measure
        wantsPipeline = false
    }

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
            chosen: !tab.showsPipeline && map.measure === HeatMapItem.Wait
            text: "Waits"
            hint: "Time that a rank waits for others, by step"
            onClicked: tab.showMap(HeatMapItem.Wait)
        }
        Choice {
            chosen: !tab.showsPipeline && map.measure === HeatMapItem.Lateness
            text: "Late"
            hint: "By how much a rank was late into collectives, by step"
            onClicked: tab.showMap(HeatMapItem.Lateness)
        }
        Choice {
            chosen: !tab.showsPipeline && map.measure === HeatMapItem.Compute
            text: "Computes"
            hint: "Time with kernels that do not communicate, by step"
            onClicked: tab.showMap(HeatMapItem.Compute)
        }
        Choice {
            chosen: !tab.showsPipeline && map.measure === HeatMapItem.Idle
            text: "Idle"
            hint: "Time without any GPU work, by step"
            onClicked: tab.showMap(HeatMapItem.Idle)
        }
        Choice {
            objectName: "pipelineView"
            visible: pipeline.hasStages
            chosen: tab.showsPipeline
            text: "Pipeline"
            hint: "Stages by time, in one step: computing, bubbles and messages"
            onClicked: {
                tab.wantsPipeline = true
                tab.table.table = RankTableModel.Stages
            }
        }
        FlatButton {
            height: Math.round(22 * Theme.scale)
            visible: tab.showsPipeline
            enabled: pipeline.step > 0
            text: "‹"
            hint: "Previous step"
            onClicked: pipeline.step -= 1
        }
        PlainLabel {
            height: Math.round(22 * Theme.scale)
            visible: tab.showsPipeline
            text: pipeline.stepName
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            verticalAlignment: Text.AlignVCenter
        }
        FlatButton {
            height: Math.round(22 * Theme.scale)
            visible: tab.showsPipeline
            enabled: pipeline.step + 1 < pipeline.stepCount
            text: "›"
            hint: "Next step"
            onClicked: pipeline.step += 1
        }
    }
    HeatMapItem {
        id: map

        objectName: "heatMap"
        x: 12
        y: measures.y + measures.height + Math.round(4 * Theme.scale)
        width: tab.mapWidth
        height: Math.max(0, clocks.y - y - 4)
        visible: !tab.showsPipeline
        ranks: tab.ranks
        Accessible.role: Accessible.Graphic
        Accessible.name: "Ranks by steps"
    }
    PipelineItem {
        id: pipeline

        objectName: "pipeline"
        x: map.x
        y: map.y
        width: map.width
        height: map.height
        visible: tab.showsPipeline
        ranks: tab.ranks
        Accessible.role: Accessible.Graphic
        Accessible.name: "Stages by time in " + stepName
        Accessible.description: sentence
    }
    Tip {
        x: pipeline.x + pipeline.pointer.x + 14
        y: pipeline.y + pipeline.pointer.y + 18
        visible: pipeline.visible && pipeline.tipText !== ""
        text: pipeline.tipText
    }
    PlainLabel {
        anchors.centerIn: map
        visible: map.isEmpty && tab.ranks.active && !tab.showsPipeline
        text: "No steps with communication were found."
        color: Theme.color.secondaryText
    }
    PlainLabel {
        id: clocks

        objectName: "rankClocks"
        x: 12
        y: tab.height - height - Math.round(4 * Theme.scale)
        width: tab.width - 24
        visible: tab.ranks.active
        text: tab.ranks.title + " · " + tab.ranks.clocksText
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        elide: Text.ElideRight
    }
    Tip {
        x: map.x + map.pointer.x + 14
        y: map.y + map.pointer.y + 18
        visible: map.tipText !== ""
        text: map.tipText
    }
    Item {
        id: right

        visible: tab.ranks.active
        // The finding's text is beside the findings, or below them where there is no room.
        readonly property bool beside: width >= 760 * Theme.scale

        x: map.x + Math.max(map.width, measures.width) + 24
        y: Math.round(5 * Theme.scale)
        width: tab.width - x - 12
        height: clocks.y - y - Math.round(4 * Theme.scale)

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
            Choice {
                visible: pipeline.hasStages
                chosen: tab.table.table === RankTableModel.Stages
                text: "Stages"
                hint: "Of pipelines: computing, and bubbles between the first and the last micro-batch"
                onClicked: tab.table.table = RankTableModel.Stages
            }
            Choice {
                objectName: "tokensTable"
                visible: tab.table.hasAllToAlls
                chosen: tab.table.table === RankTableModel.Tokens
                text: "All-to-all"
                hint: "Bytes that each rank sends and receives"
                onClicked: tab.table.table = RankTableModel.Tokens
            }
            Choice {
                objectName: "kernelsTable"
                chosen: tab.table.table === RankTableModel.Kernels
                text: "Equal kernels"
                hint: "Kernels of the same name and shape that take longer on one rank than on others"
                onClicked: tab.table.table = RankTableModel.Kernels
            }
            FilterField {
                objectName: "rankTableFilter"
                width: Math.round(90 * Theme.scale)  // all fits at 1280 pixels
                text: tab.table.filter
                onTextEdited: tab.table.filter = text
            }
            LinkButton {
                height: Math.round(24 * Theme.scale)
                text: "Copy CSV"
                onClicked: tab.table.copyCsv()
            }
        }
        PlainLabel {
            id: selected

            objectName: "selectedCollective"
            y: tables.height + Math.round(4 * Theme.scale)
            width: parent.width
            visible: text !== ""
            text: tab.ranks.selectedText
            color: Theme.color.text
            wrapMode: Text.Wrap
            maximumLineCount: 6
            elide: Text.ElideRight
        }
        DataTable {
            id: rows

            listName: "rankRows"
            title: "Table of the ranks"
            emptyText: tab.table.emptyText
            y: selected.visible ? selected.y + selected.height + Math.round(6 * Theme.scale)
                                : tables.height + Math.round(4 * Theme.scale)
            width: reasons.visible && right.beside ? Math.round(parent.width * 0.45) : parent.width
            height: Math.max(0, Math.min(note.y - y, reasons.visible && !right.beside
                                         ? (tab.table.count + 1) * rowHeight + 6 : parent.height))
            rows: tab.table
            markedRow: reasons.visible ? tab.table.current : -1
            markColor: "transparent"
        }
        Flickable {
            id: reasons

            objectName: "rankFindingText"
            x: right.beside ? rows.width + 24 : 0
            y: right.beside ? rows.y : rows.y + rows.height
            width: parent.width - x
            height: Math.max(0, note.y - y)
            visible: tab.table.why !== ""
            contentHeight: words.height + 8
            clip: true
            boundsBehavior: Flickable.StopAtBounds
            ScrollBar.vertical: PaneScrollBar {}

            Column {
                id: words

                width: Math.min(parent.width - 16, Math.round(760 * Theme.scale))
                spacing: 8

                ProsePart { width: words.width; head: "Why"; html: tab.table.why }
                ProsePart { width: words.width; head: "Try"; html: tab.table.fix }
            }
        }
        BottomFade {
            view: reasons
            margin: 8
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
