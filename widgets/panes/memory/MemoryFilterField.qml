// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Filter of allocations by size, lifetime and text of their call stacks, with the number of those
// that pass.
TextField {
    id: field

    required property MemorySelection selection

    objectName: "memoryFilter"
    Accessible.name: "Filter of allocations"
    implicitHeight: Math.round(28 * Theme.scale)
    leftPadding: 10
    rightPadding: status.width + 16
    selectByMouse: true
    activeFocusOnTab: true
    color: selection.filterError === "" ? Theme.color.text : Theme.color.unhealthy
    placeholderText: "size>1MB life<1ms text  /"
    placeholderTextColor: Theme.color.secondaryText
    selectionColor: Theme.color.accent
    selectedTextColor: Theme.color.background
    text: selection.filter
    onTextEdited: selection.filter = text

    background: Rectangle {
        radius: 4
        color: Theme.color.background
        border.width: field.activeFocus ? 2 : 1
        border.color: field.activeFocus ? Theme.color.accent : Theme.color.grid
    }

    PlainLabel {
        id: status

        objectName: "memoryFilterStatus"
        anchors.right: parent.right
        anchors.rightMargin: 8
        anchors.verticalCenter: parent.verticalCenter
        text: field.selection.filterError === "" ? field.selection.filterStatus : "✕"
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
    }
    Tip {
        visible: field.hovered
        text: field.selection.filterError !== "" ? field.selection.filterError
              : "size>1MB  life<1ms  and texts that occur in the call stack;\nall have to hold"
    }
}
