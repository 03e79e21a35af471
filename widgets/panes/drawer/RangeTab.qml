// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Tab Range: time of the selected range by name, by kernel group, by GPU, and as a flame graph.
Item {
    id: tab

    required property WindowModel app
    required property TimelineItem timeline
    required property RangeDetails range
    required property GapDetails gap
    property int chosenView: 5  // which of the choices; 5: the gap, while the range is one
    readonly property int view: gap.exists ? chosenView : chosenView % 5
    readonly property RangeTableModel table: view === 1 ? range.groups : range.names

    component Choice: LinkButton {
        property int view

        height: Math.round(24 * Theme.scale)
        current: tab.view === view
        Accessible.name: "Show " + text
        onClicked: tab.chosenView = view
    }

    Binding {
        target: tab.range
        property: "watched"
        value: tab.visible
    }

    PlainLabel {
        anchors.centerIn: parent
        visible: !tab.range.hasRange
        text: "Drag over the tracks to select a range; R makes the selected slice one."
        color: Theme.color.secondaryText
    }
    Item {
        anchors.fill: parent
        visible: tab.range.hasRange

        Row {
            id: choices

            x: 8
            y: Math.round(3 * Theme.scale)
            spacing: 4

            Choice { text: "Gap"; view: 5; visible: tab.gap.exists }
            Choice { text: "By name"; view: 0 }
            Choice { text: "By kernel group"; view: 1 }
            Choice { text: "GPU time"; view: 4 }
            Choice { text: "GPUs"; view: 2 }
            Choice { text: "Flame graph"; view: 3 }
        }
        PlainLabel {
            anchors.left: choices.right
            anchors.leftMargin: 16
            anchors.right: tab.view === 4 ? treeTools.left : tools.left
            anchors.rightMargin: 12
            y: Math.round(3 * Theme.scale)
            height: Math.round(24 * Theme.scale)
            text: tab.range.measuring
                  ? "Measuring…"
                  : (tab.view === 3 && flame.currentText !== "" ? flame.currentText
                                                                : memory + tab.range.summary)
            readonly property string memory: tab.app.memoryOf.ofRange === "" ? ""
                                             : tab.app.memoryOf.ofRange + " · "
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            elide: Text.ElideRight
            verticalAlignment: Text.AlignVCenter
        }
        Row {
            id: tools

            anchors.right: parent.right
            anchors.rightMargin: 10
            y: Math.round(3 * Theme.scale)
            spacing: 4
            visible: tab.view < 2

            TextField {
                objectName: "rangeFilter"
                width: Math.round(160 * Theme.scale)
                height: Math.round(24 * Theme.scale)
                leftPadding: 8
                topPadding: 2
                bottomPadding: 2
                font.pixelSize: Theme.smallSize
                selectByMouse: true
                placeholderText: "Filter"
                color: Theme.color.text
                placeholderTextColor: Theme.color.secondaryText
                selectionColor: Theme.color.accent
                selectedTextColor: Theme.color.background
                Accessible.name: "Filter by name"
                onTextChanged: {
                    tab.range.names.filter = text
                    tab.range.groups.filter = text
                }
                background: Rectangle {
                    radius: 4
                    color: Theme.color.background
                    border.width: parent.activeFocus ? 2 : 1
                    border.color: parent.activeFocus ? Theme.color.accent
                                                     : Theme.color.secondaryText
                }
            }
            LinkButton {
                height: Math.round(24 * Theme.scale)
                text: "Copy CSV"
                onClicked: tab.table.copyCsv()
            }
            LinkButton {
                height: Math.round(24 * Theme.scale)
                text: "Copy Markdown"
                onClicked: tab.table.copyMarkdown()
            }
        }
        GapCard {
            anchors.fill: parent
            anchors.topMargin: Math.round(30 * Theme.scale)
            visible: tab.view === 5
            gap: tab.gap
            timeline: tab.timeline
        }
        RangeTable {
            anchors.fill: parent
            anchors.topMargin: Math.round(30 * Theme.scale)
            visible: tab.view < 2
            rows: tab.table
            emptyText: tab.range.measuring ? ""
                       : tab.table.filter !== "" ? "No name matches the filter."
                       : tab.view === 1 ? "No kernel ran on the tracks of this range. GPU time "
                                          + "shows the kernels that were launched from them."
                                        : "No slice lies in this range."
            onPicked: slice => tab.timeline.showInRange(slice)
        }
        Row {
            id: treeTools

            anchors.right: parent.right
            anchors.rightMargin: 10
            y: Math.round(3 * Theme.scale)
            spacing: 4
            visible: tab.view === 4

            LinkButton {
                objectName: "launchedHere"
                height: Math.round(24 * Theme.scale)
                text: "Launched here"
                current: !tab.range.ranHere
                onClicked: tab.range.ranHere = false
            }
            LinkButton {
                objectName: "ranHere"
                height: Math.round(24 * Theme.scale)
                text: "Ran here"
                current: tab.range.ranHere
                onClicked: tab.range.ranHere = true
            }
            LinkButton {
                height: Math.round(24 * Theme.scale)
                text: "Expand all"
                onClicked: tab.range.gpuTime.expandAll()
            }
            LinkButton {
                height: Math.round(24 * Theme.scale)
                text: "Collapse all"
                onClicked: tab.range.gpuTime.collapseAll()
            }
            LinkButton {
                height: Math.round(24 * Theme.scale)
                text: "Copy CSV"
                onClicked: tab.range.gpuTime.copyCsv()
            }
        }
        GpuTimeTree {
            anchors.fill: parent
            anchors.topMargin: Math.round(30 * Theme.scale)
            visible: tab.view === 4
            rows: tab.range.gpuTime
            emptyText: tab.range.measuring ? ""
                       : tab.range.ranHere ? "No kernel or copy ran on the tracks of this range."
                                           : "No GPU work was launched from the tracks of this "
                                             + "range."
            onPicked: slice => tab.timeline.showInRange(slice)
        }
        RangeGpus {
            anchors.fill: parent
            anchors.topMargin: Math.round(30 * Theme.scale)
            visible: tab.view === 2
            gpus: tab.range.gpus
        }
        FlameItem {
            id: flame

            objectName: "flame"
            anchors.fill: parent
            anchors.topMargin: Math.round(30 * Theme.scale)
            visible: tab.view === 3
            range: tab.range
            onPicked: slice => tab.timeline.showInRange(slice)
            Accessible.role: Accessible.Graphic
            Accessible.name: "Flame graph of the range"
            Accessible.description: currentText
        }
    }
}
