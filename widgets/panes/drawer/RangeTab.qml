// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Tab Range: time of the selected range by name, by kernel, by module, by GPU, and as a flame graph.
DrawerPane {
    id: tab

    readonly property RangeDetails range: context.range
    readonly property GapDetails gap: context.gap
    property int chosenView: 5  // which of the choices; 5: the gap, while the range is one
    readonly property int view: gap.exists ? chosenView : chosenView % 5
    readonly property RangeGrouping grouping: range.grouping
    readonly property TableModel table: grouping.rows
    readonly property var tree: view === 1 ? range.kernels : range.gpuTime

    component Choice: LinkButton {
        property int view

        height: Math.round(24 * Theme.scale)
        current: tab.view === view
        Accessible.name: "Show " + text
        onClicked: tab.chosenView = view
    }

    Connections {
        target: tab.range

        function onBaseChanged() {
            if (tab.range.base !== "") {
                tab.chosenView = 3
            }
        }
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
            Choice {
                id: byKey

                readonly property string by: tab.grouping.keys[tab.grouping.key] ?? "name"

                objectName: "rangeViewBy"
                text: "By " + by
                view: 0
            }
            LinkButton {
                objectName: "rangeGroupBy"
                height: byKey.height
                width: Math.round(22 * Theme.scale)
                text: "▾"
                Accessible.name: "Group by"
                onClicked: {
                    tab.chosenView = 0
                    tab.grouping.readKeys()
                    groupings.opened ? groupings.close() : groupings.open()
                }

                ContextMenu {
                    id: groupings

                    objectName: "rangeGroupings"
                    y: parent.height + 4
                    height: Math.min(implicitHeight, Math.round(400 * Theme.scale))
                    closePolicy: Popup.CloseOnEscape | Popup.CloseOnPressOutsideParent

                    Instantiator {
                        model: tab.grouping.keys
                        delegate: MenuEntry {
                            required property int index
                            required property string modelData

                            text: (index === 0 ? "Name" : modelData)
                                  + (index === tab.grouping.key ? "  ✓" : "")
                            onTriggered: tab.grouping.key = index
                        }
                        onObjectAdded: (index, entry) => groupings.insertItem(index, entry)
                        onObjectRemoved: (index, entry) => groupings.removeItem(entry)
                    }
                    MenuEntry {
                        text: "Reading the keys of args…"
                        shown: tab.grouping.readsKeys
                        enabled: false
                    }
                }
            }
            Choice {
                objectName: "rangeViewKernels"
                text: "Kernels"
                view: 1
                visible: tab.context.session.hasGpu
            }
            Choice { text: "GPU time"; view: 4; visible: tab.context.session.hasGpu }
            Choice { text: "GPUs"; view: 2; visible: tab.context.session.hasGpu }
            Choice { text: "Flame graph"; view: 3 }
        }
        LinkButton {
            id: leftOut

            objectName: "rangeLeftOut"
            anchors.left: choices.right
            anchors.leftMargin: visible ? 12 : 0
            y: Math.round(3 * Theme.scale)
            height: Math.round(24 * Theme.scale)
            width: visible ? implicitWidth : 0
            visible: tab.view === 0 && tab.grouping.leftOut !== ""
            text: tab.grouping.leftOut + (tab.grouping.showsAll ? " · leave out" : " · show")
            onClicked: tab.grouping.showsAll = !tab.grouping.showsAll
        }
        PlainLabel {
            anchors.left: leftOut.right
            anchors.leftMargin: 16
            anchors.right: tab.view === 3 ? flameTools.left : tools.left
            anchors.rightMargin: 12
            y: Math.round(3 * Theme.scale)
            height: Math.round(24 * Theme.scale)
            text: tab.range.measuring
                  ? "Measuring…"
                  : tab.view === 0 && tab.grouping.notice !== "" ? tab.grouping.notice
                  : (tab.view === 3 && flame.tipText !== "" ? flame.tipText
                                                                : memory + tab.range.summary)
            readonly property string memory: tab.app.memory.ofSelection.ofRange === "" ? ""
                                             : tab.app.memory.ofSelection.ofRange + " · "
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

            LinkButton {
                objectName: "launchedHere"
                height: Math.round(24 * Theme.scale)
                visible: tab.view === 1 || tab.view === 4
                text: "Launched here"
                current: !tab.range.ranHere
                onClicked: tab.range.ranHere = false
            }
            LinkButton {
                objectName: "ranHere"
                height: Math.round(24 * Theme.scale)
                visible: tab.view === 1 || tab.view === 4
                text: "Ran here"
                current: tab.range.ranHere
                onClicked: tab.range.ranHere = true
            }
            LinkButton {
                height: Math.round(24 * Theme.scale)
                visible: tab.view === 1 || tab.view === 4
                text: "Expand all"
                onClicked: tab.tree.expandAll()
            }
            LinkButton {
                height: Math.round(24 * Theme.scale)
                visible: tab.view === 1 || tab.view === 4
                text: "Collapse all"
                onClicked: tab.tree.collapseAll()
            }
            FilterField {
                objectName: "rangeFilter"
                visible: tab.view < 2
                onTextChanged: {
                    tab.table.filter = text
                    tab.range.kernels.filter = text
                }
            }
            LinkButton {
                height: Math.round(24 * Theme.scale)
                visible: tab.view < 2 || tab.view === 4
                text: "Copy CSV"
                onClicked: (tab.view === 0 ? tab.table : tab.tree).copyCsv()
            }
            LinkButton {
                height: Math.round(24 * Theme.scale)
                visible: tab.view === 0
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
        DataTable {
            anchors.fill: parent
            anchors.topMargin: Math.round(30 * Theme.scale)
            anchors.leftMargin: 12
            anchors.rightMargin: durations.active ? durations.width + 8 : 0
            visible: tab.view === 0
            listName: "rangeRows"
            title: "Time by " + byKey.by
            rows: tab.table
            choosesOnClick: false
            emptyText: tab.range.measuring || tab.grouping.grouping ? ""
                       : tab.grouping.key > 0 ? "No slice of this range has that."
                                              : "No slice lies in this range."
            onSelected: row => tab.grouping.choose(row)
        }
        Loader {
            id: durations

            anchors.right: parent.right
            y: Math.round(30 * Theme.scale)
            width: Math.round(280 * Theme.scale)
            height: parent.height - y - 6
            active: tab.view === 0 && tab.table.count > 0
                    && tab.width > Math.round(880 * Theme.scale)
            sourceComponent: Histogram {
                objectName: "rangeRowsHistogram"
                histogram: tab.grouping.histogram
                onPicked: slice => tab.timeline.showInRange(slice)
            }
        }
        Connections {
            target: tab.table

            function onChosen(slice) { tab.timeline.showInRange(slice) }
        }
        DataTree {
            listName: "kernelTreeRows"
            title: "Kernels by group, name and launch"
            anchors.fill: parent
            anchors.topMargin: Math.round(30 * Theme.scale)
            visible: tab.view === 1
            rows: tab.range.kernels
            emptyText: tab.range.measuring ? ""
                       : tab.range.ranHere ? "No kernel ran on the tracks of this range."
                                           : "No kernel was launched from the tracks of this range."
            onPicked: slice => tab.timeline.showInRange(slice)
        }
        DataTree {
            listName: "gpuTimeRows"
            title: "GPU time by annotation, module, operator and kernel"
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
        Row {
            id: flameTools

            anchors.right: parent.right
            anchors.rightMargin: 10
            y: Math.round(3 * Theme.scale)
            spacing: 4
            visible: tab.view === 3

            LinkButton {
                objectName: "flameHost"
                height: Math.round(24 * Theme.scale)
                visible: flame.hasHost && flame.hasGpu
                text: "Threads"
                current: !flame.gpu
                onClicked: flame.gpu = false
            }
            LinkButton {
                objectName: "flameGpu"
                height: Math.round(24 * Theme.scale)
                visible: flame.hasHost && flame.hasGpu
                text: "GPU"
                current: flame.gpu
                onClicked: flame.gpu = true
            }
            LinkButton {
                id: against

                objectName: "flameAgainst"
                height: Math.round(24 * Theme.scale)
                text: tab.range.base === "" ? "Compare with…" : "Against " + tab.range.base
                current: tab.range.base !== ""
                onClicked: bases.opened ? bases.close() : bases.open()

                ContextMenu {
                    id: bases

                    y: against.height + 4
                    closePolicy: Popup.CloseOnEscape | Popup.CloseOnPressOutsideParent

                    MenuEntry {
                        objectName: "againstMedian"
                        text: "The median step"
                        shown: tab.range.isStep
                        onTriggered: tab.range.compareWithMedianStep()
                    }
                    MenuEntry {
                        objectName: "againstRun"
                        text: "The same part of the other run"
                        shown: tab.app.comparison.shown
                        onTriggered: tab.app.compareWithRun(tab.range)
                    }
                    MenuEntry {
                        objectName: "againstThis"
                        text: "Other ranges with this one"
                        onTriggered: tab.range.compareWithThis()
                    }
                    MenuEntry {
                        objectName: "againstNothing"
                        text: "Nothing"
                        shown: tab.range.base !== ""
                        onTriggered: tab.range.compareWithNothing()
                    }
                }
            }
            TickBox {
                objectName: "flameFolded"
                height: Math.round(24 * Theme.scale)
                visible: flame.foldable > 0
                text: "Fold " + flame.foldable + " outer frames"
                checked: flame.folded
                onToggled: flame.folded = checked
            }
            TickBox {
                objectName: "flameReversed"
                height: Math.round(24 * Theme.scale)
                text: "Bottom-up"
                checked: flame.reversed
                onToggled: flame.reversed = checked
            }
            FilterField {
                objectName: "flameFilter"
                onTextChanged: flame.filter = text
            }
        }
        PlainLabel {
            objectName: "flameEmpty"
            anchors.centerIn: parent
            visible: tab.view === 3 && flame.empty && !tab.range.measuring
            text: flame.filter !== "" ? "No path goes through a name like that."
                                      : "No slice lies in this range."
            color: Theme.color.secondaryText
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
            Accessible.description: tipText
        }
    }
}
