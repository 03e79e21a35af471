// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Layouts
import Gaplight

// What Nsight Compute measured inside the selected kernel, in another run: what its warps wait for
// as a bar, then figures and advice.
ColumnLayout {
    id: column

    required property KernelOfSelection kernel
    readonly property var stalls: kernel.stalls

    // The first reason is the most opaque.
    function barOpacity(index) {
        return Math.max(0.18, 1 - 0.2 * index)
    }

    spacing: 0

    PlainLabel {
        objectName: "kernelTitle"
        Layout.fillWidth: true
        Layout.leftMargin: 12
        Layout.rightMargin: 12
        Layout.topMargin: Math.round(8 * Theme.scale)
        text: column.kernel.title
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        elide: Text.ElideRight
    }
    PlainLabel {
        objectName: "kernelWaits"
        Layout.fillWidth: true
        Layout.leftMargin: 12
        Layout.rightMargin: 12
        Layout.topMargin: 6
        visible: column.stalls.length > 0
        text: "Warps wait for " + column.stalls.slice(0, 4).map(
                  stall => stall.name + " " + stall.text).join(", ")
        color: Theme.color.text
        font.pixelSize: Theme.smallSize
        wrapMode: Text.Wrap
    }
    Item {
        id: bar

        objectName: "kernelStallBar"
        Layout.fillWidth: true
        Layout.leftMargin: 12
        Layout.rightMargin: 12
        Layout.topMargin: 4
        Layout.preferredHeight: Math.round(14 * Theme.scale)
        visible: column.stalls.length > 0
        Accessible.role: Accessible.Graphic
        Accessible.name: "What warps wait for"

        Rectangle {
            anchors.fill: parent
            color: Theme.color.grid
        }
        Row {
            Repeater {
                model: column.stalls

                Rectangle {
                    required property var modelData
                    required property int index

                    width: Math.max(0, bar.width * modelData.share - 1)
                    height: bar.height
                    color: Theme.color.accent
                    opacity: column.barOpacity(index)
                }
            }
            spacing: 1
        }
    }
    DetailColumn {
        Layout.fillHeight: true
        Layout.fillWidth: true
        rows: column.kernel.rows
        title: "Figures and advice"
        keyWidth: 120
    }
}
