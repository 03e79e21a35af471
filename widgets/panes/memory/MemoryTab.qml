// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Tab Memory: the snapshot of the trace's run, on the timeline's axis.
DrawerPane {
    id: tab

    readonly property MemoryObject memory: app.memory.file
    readonly property MemorySelection selection: app.memory.selection
    readonly property bool shown: memory.hasData && !memory.alone
    property bool showsRanges: false

    PlainLabel {
        objectName: "memoryNotice"
        anchors.centerIn: parent
        width: Math.min(720, parent.width - 40)
        visible: !tab.shown
        text: tab.memory.state === MemoryObject.Loading
              ? tab.memory.fileName + ": " + tab.memory.progressText
              : tab.memory.errorText !== "" ? tab.memory.errorText
              : "Drop a PyTorch memory snapshot of this run here: what "
                + "torch.cuda.memory._dump_snapshot() wrote."
        color: tab.memory.errorText !== "" ? Theme.color.warningText : Theme.color.secondaryText
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
    }
    LinkButton {
        objectName: "openMemoryAlone"
        anchors.horizontalCenter: parent.horizontalCenter
        y: parent.height / 2 + 24
        visible: !tab.shown && tab.memory.state === MemoryObject.Failed
        text: "Open it alone"
        onClicked: tab.memory.openAlone()
    }
    MemoryItem {
        id: stack

        objectName: "memoryLane"
        anchors.fill: parent
        visible: tab.shown && !tab.showsRanges
        selection: tab.selection
        timeline: tab.timeline
        Accessible.role: Accessible.Graphic
        Accessible.name: "Memory of the snapshot over time"
        Accessible.description: hoverText
        Accessible.focusable: true
    }
    MemoryRanges {
        objectName: "memoryRanges"
        x: tab.timeline.tracks.left - 72
        y: 4
        width: parent.width - x
        height: parent.height - y
        visible: tab.shown && tab.showsRanges
        ranges: tab.app.memory.ranges
    }
    // Left of the axis of bytes.
    Column {
        x: 12
        y: 4
        width: tab.timeline.tracks.left - 84
        visible: tab.shown && width > 80
        spacing: 3

        Flow {
            width: parent.width

            Repeater {
                model: ["age", "size", "address"]

                LinkButton {
                    required property int index
                    required property string modelData

                    text: modelData
                    leftPadding: 0
                    current: !tab.showsRanges && tab.selection.order === index
                    onClicked: {
                        tab.selection.order = index
                        tab.showsRanges = false
                    }
                }
            }
            LinkButton {
                objectName: "showMemoryRanges"
                text: "steps"
                leftPadding: 0
                current: tab.showsRanges
                onClicked: tab.showsRanges = true
            }
        }
        PlainLabel {
            objectName: "laneMoment"
            width: parent.width
            text: "At " + tab.selection.momentText + "\n" + tab.selection.momentBytes
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            wrapMode: Text.Wrap
        }
        PlainLabel {
            objectName: "laneAllocation"
            width: parent.width
            visible: text !== ""
            text: tab.app.memory.allocation.text
            color: Theme.color.text
            font.pixelSize: Theme.smallSize
            wrapMode: Text.WrapAtWordBoundaryOrAnywhere
        }
        PlainLabel {
            objectName: "lanePlacement"
            width: parent.width
            text: tab.memory.placement
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            wrapMode: Text.Wrap
        }
    }
    HoverTip {
        view: stack
    }
}
