// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A memory snapshot alone: header, verdict, allocated memory over time, findings and holders beside
// it, and what is held at the chosen moment below.
FocusScope {
    id: page

    required property WindowModel app
    readonly property int sideWidth: Math.round(Math.max(280, Math.min(420, width * 0.26)))
    readonly property int lowerHeight: Math.round(Math.max(150, Math.min(340, height * 0.3)))

    onActiveFocusChanged: if (activeFocus && !stack.activeFocus && !header.activeFocus)
                              stack.forceActiveFocus()

    Rectangle {
        anchors.fill: parent
        color: Theme.color.background
    }
    MemoryHeader {
        id: header

        app: page.app
        width: parent.width
        height: Math.round(44 * Theme.scale)
    }
    Rectangle {
        id: verdict

        y: header.height
        width: parent.width
        height: sentence.height + Math.round(10 * Theme.scale)
        color: Theme.color.headerBackground

        PlainLabel {
            id: sentence

            objectName: "memoryVerdict"
            x: 12
            y: Math.round(2 * Theme.scale)
            width: parent.width - 24
            text: page.app.memory.file.verdict
            color: Theme.color.text
            font.pixelSize: Theme.largeSize
            font.weight: Font.DemiBold
            wrapMode: Text.Wrap
            maximumLineCount: 2
            elide: Text.ElideRight
        }
        Rectangle {
            anchors.bottom: parent.bottom
            width: parent.width
            height: 1
            color: Theme.color.grid
        }
    }
    MemoryTools {
        id: tools

        app: page.app
        onExportRequested: stack.exportRequested()
        y: verdict.y + verdict.height
        width: stack.width
        height: Math.round(30 * Theme.scale)
    }
    MemoryItem {
        id: stack

        objectName: "memoryStack"
        focus: true
        y: tools.y + tools.height
        width: parent.width - page.sideWidth
        height: lower.y - y
        selection: page.app.memory.selection
        reducedMotion: page.app.motion.reduced
        onFilterRequested: header.focusFilter()
        onExportRequested: page.app.files.begin(FileChooser.SaveFigure, "png", "memory")
        onFindingRequested: forward => side.step(forward)
        Component.onCompleted: page.app.state.memoryView = stack
        Accessible.role: Accessible.Graphic
        Accessible.name: "Allocated memory over time"
        Accessible.description: hoverText
        Accessible.focusable: true
    }
    Rectangle {
        anchors.fill: stack
        visible: stack.visualFocus
        color: "transparent"
        border.width: 2
        border.color: Theme.color.accent
    }
    PlainLabel {
        anchors.centerIn: stack
        width: Math.min(520, stack.width - 60)
        visible: text !== ""
        text: page.app.memory.file.historyNotice
        color: Theme.color.secondaryText
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
    }
    MemorySide {
        id: side

        app: page.app
        x: stack.width
        y: tools.y
        width: page.sideWidth
        height: lower.y - y
    }
    MemoryLower {
        id: lower

        app: page.app
        y: status.y - height
        width: parent.width
        height: page.lowerHeight
        sideWidth: page.sideWidth
    }
    Rectangle {
        id: status

        y: parent.height - height
        width: parent.width
        height: Math.round(22 * Theme.scale)
        color: Theme.color.headerBackground

        Rectangle {
            width: parent.width
            height: 1
            color: Theme.color.grid
        }
        PlainLabel {
            objectName: "memoryHover"
            x: 12
            width: parent.width - zoom.width - 36
            height: parent.height
            text: stack.hoverText !== "" ? stack.hoverText : page.app.memory.imageExport.outcome
            color: stack.hoverText === "" && page.app.memory.imageExport.failed
                   ? Theme.color.warningText : Theme.color.text
            font.pixelSize: Theme.smallSize
            elide: Text.ElideMiddle
            verticalAlignment: Text.AlignVCenter
        }
        PlainLabel {
            id: zoom

            anchors.right: parent.right
            anchors.rightMargin: 12
            height: parent.height
            text: stack.zoomText
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            verticalAlignment: Text.AlignVCenter
        }
    }
    HoverTip {
        view: stack
    }

    // Above the stack: its order, and the chosen moment.
    component MemoryTools: Rectangle {
        id: tools

        required property WindowModel app
        readonly property MemorySelection selection: app.memory.selection

        signal exportRequested()

        color: Theme.color.panelBackground
        clip: true

        Row {
            id: orders

            x: 8
            anchors.verticalCenter: parent.verticalCenter
            spacing: 2

            PlainLabel {
                height: parent.height
                rightPadding: 4
                text: "Stacked by"
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
                verticalAlignment: Text.AlignVCenter
            }
            Repeater {
                model: ["age", "size", "address"]

                LinkButton {
                    required property int index
                    required property string modelData

                    objectName: "order-" + modelData
                    text: modelData
                    current: tools.selection.order === index
                    onClicked: tools.selection.order = index
                }
            }
        }
        Row {
            anchors.right: parent.right
            anchors.rightMargin: 8
            anchors.verticalCenter: parent.verticalCenter
            visible: tools.width - orders.width > implicitWidth + 24
            spacing: 6

            PlainLabel {
                objectName: "memoryMoment"
                height: parent.height
                text: "Moment " + tools.selection.momentText + " · " + tools.selection.momentBytes
                color: Theme.color.text
                font.pixelSize: Theme.smallSize
                verticalAlignment: Text.AlignVCenter
            }
            LinkButton {
                objectName: "goToPeak"
                text: "Peak"
                onClicked: tools.selection.goToPeak()
            }
            LinkButton {
                objectName: "exportMemoryImage"
                text: "Export an image…"
                onClicked: tools.exportRequested()
            }
        }
        Rectangle {
            anchors.bottom: parent.bottom
            width: parent.width
            height: 1
            color: Theme.color.grid
        }
    }
}
