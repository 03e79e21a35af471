// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Above the stack: its order, and the chosen moment.
Rectangle {
    id: tools

    required property WindowModel app
    readonly property MemorySelection selection: app.memorySelection

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
