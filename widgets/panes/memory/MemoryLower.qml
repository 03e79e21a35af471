// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Below the stack: of the chosen moment, the segments with their holes or who holds what as a flame
// graph; or steps and annotations. Beside them the selected allocation.
Rectangle {
    id: lower

    required property WindowModel app
    required property int sideWidth
    property int view: 0

    color: Theme.color.panelBackground
    clip: true

    Rectangle {
        width: parent.width
        height: 1
        color: Theme.color.grid
    }
    Row {
        id: tabs

        x: 8
        y: Math.round(3 * Theme.scale)
        spacing: 4

        Repeater {
            model: ["Segments", "Flame graph", "Steps and annotations"]

            LinkButton {
                required property int index
                required property string modelData

                objectName: "lower" + index
                text: modelData
                current: lower.view === index
                onClicked: lower.view = index
            }
        }
    }
    PlainLabel {
        anchors.right: side.left
        anchors.rightMargin: 14
        y: tabs.y
        height: tabs.height
        width: side.x - tabs.width - 60
        visible: lower.view < 2
        text: "at " + lower.app.memory.selection.momentText
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        horizontalAlignment: Text.AlignRight
        verticalAlignment: Text.AlignVCenter
        elide: Text.ElideRight
    }
    SegmentItem {
        id: segments

        objectName: "segments"
        visible: lower.view === 0
        y: tabs.y + tabs.height + 3
        width: side.x - 12
        height: parent.height - y
        selection: lower.app.memory.selection
        Accessible.role: Accessible.Graphic
        Accessible.name: "Segments and their holes at the chosen moment"
    }
    PlainLabel {
        objectName: "noSegments"
        visible: segments.visible && segments.contentHeight <= 0
        x: 12
        y: segments.y + 8
        width: segments.width - 24
        text: "No segment is held at this moment, or none was recorded."
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        elide: Text.ElideRight
    }
    MemoryFlameItem {
        id: flame

        objectName: "memoryFlame"
        visible: lower.view === 1
        x: 12
        y: segments.y
        width: segments.width - 12
        height: segments.height
        selection: lower.app.memory.selection
        Accessible.role: Accessible.Graphic
        Accessible.name: "What is held at the chosen moment, by line and its callers"
    }
    MemoryRanges {
        objectName: "memoryRanges"
        visible: lower.view === 2
        y: segments.y
        width: segments.width
        height: segments.height
        ranges: lower.app.memory.ranges
    }
    ScrollBar {
        id: bar

        readonly property Item shown: lower.view === 0 ? segments : flame

        x: side.x - width
        y: segments.y
        height: segments.height
        visible: size < 1 && lower.view < 2
        Accessible.name: "Scroll bar of the allocations"
        size: Math.min(1, segments.height / Theme.scale / Math.max(1, shown.contentHeight))
        position: shown.scrollY / Math.max(1, shown.contentHeight)
        onPositionChanged: if (pressed) shown.scrollY = position * shown.contentHeight
    }
    Rectangle {
        x: side.x
        width: 1
        height: parent.height
        color: Theme.color.grid
    }
    DetailColumn {
        id: side

        objectName: "allocation"
        anchors.right: parent.right
        width: lower.sideWidth
        height: parent.height
        keyWidth: 96
        rows: lower.app.memory.allocation
        title: lower.app.memory.allocation.title || "Allocation"
        emptyText: "Click an allocation to see its size, its lifetime and who made it."
        Accessible.name: "Selected allocation"
    }
    HoverTip {
        view: segments
    }
    HoverTip {
        view: flame
    }
}
