// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Gaplight

// File name and contents of a snapshot, its GPUs, the filter and menus.
Rectangle {
    id: header

    required property WindowModel app
    readonly property MemoryObject memory: app.memory.file

    function focusFilter() {
        filter.forceActiveFocus(Qt.ShortcutFocusReason)
        filter.selectAll()
    }

    color: Theme.color.headerBackground

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: 12
        anchors.rightMargin: 6
        spacing: 8

        PlainLabel {
            Layout.maximumWidth: header.width * 0.28
            text: header.memory.fileName
            color: Theme.color.text
            font.weight: Font.DemiBold
            font.pixelSize: Theme.largeSize
            elide: Text.ElideMiddle
        }
        PlainLabel {
            Layout.maximumWidth: header.width * 0.3
            visible: header.width >= 760
            text: header.memory.summary
            color: Theme.color.secondaryText
            elide: Text.ElideRight
        }
        PlainLabel {
            objectName: "memoryIssues"
            Layout.maximumWidth: header.width * 0.2
            visible: header.memory.issues !== "" && header.width >= 900
            text: "⚠ " + header.memory.issues.split("\n")[0]
            color: Theme.color.warningText
            font.pixelSize: Theme.smallSize
            elide: Text.ElideRight

            HoverHandler { id: overIssues }
            Tip {
                visible: overIssues.hovered
                text: header.memory.issues
            }
        }
        Repeater {
            model: header.memory.devices.length > 1 ? header.memory.devices : []

            LinkButton {
                required property int index
                required property string modelData

                objectName: "device" + index
                text: modelData
                current: header.memory.device === index
                onClicked: header.memory.device = index
            }
        }
        Item {
            Layout.fillWidth: true
        }
        MemoryFilterField {
            id: filter

            Layout.preferredWidth: Math.max(200, Math.min(360, header.width * 0.24))
            selection: header.app.memory.selection
        }
        OpenMenu {
            app: header.app
        }
        HeaderMenu {
            app: header.app
        }
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.color.grid
    }

    // Filter of allocations by size, lifetime and text of their call stacks, with the number of those
    // that pass.
    component MemoryFilterField: TextField {
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
}
