// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Layouts
import Gaplight

// What Nsight Compute measured inside a kernel: what its warps wait for and execute as bars, then
// figures and advice.
ColumnLayout {
    id: column

    required property KernelDetails kernel
    property color ground: Theme.color.panelBackground

    function focusRows() {
        figures.focusRows()
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
        elide: Text.ElideMiddle
    }
    ShareBar {
        objectName: "kernelStallBar"
        Layout.fillWidth: true
        Layout.leftMargin: 12
        Layout.rightMargin: 12
        Layout.topMargin: 6
        labelName: "kernelWaits"
        lead: "Warps wait for"
        shares: column.kernel.stalls
    }
    ShareBar {
        objectName: "kernelInstructionBar"
        Layout.fillWidth: true
        Layout.leftMargin: 12
        Layout.rightMargin: 12
        Layout.topMargin: 6
        labelName: "kernelInstructions"
        lead: "Instructions:"
        shares: column.kernel.instructions
    }
    DetailColumn {
        id: figures

        Layout.fillHeight: true
        Layout.fillWidth: true
        rows: column.kernel.rows
        title: "Figures and advice"
        ground: column.ground
        keyWidth: 120
    }

    // Shares of a whole as a bar, the longest first, with the first of them in words above it. Takes no
    // room without any.
    component ShareBar: Column {
        id: bar

        required property var shares  // name, share (of 1), text
        required property string lead
        required property string labelName
        readonly property int namedShares: 4

        // The first is the most opaque.
        function barOpacity(index) {
            return Math.max(0.18, 1 - 0.2 * index)
        }

        visible: shares.length > 0
        spacing: 4
        Accessible.role: Accessible.Graphic
        Accessible.name: words.text

        PlainLabel {
            id: words

            objectName: bar.labelName
            width: parent.width
            text: bar.lead + " " + bar.shares.slice(0, bar.namedShares).map(
                      share => share.name + " " + share.text).join(", ")
            color: Theme.color.text
            font.pixelSize: Theme.smallSize
            wrapMode: Text.Wrap
        }
        Rectangle {
            id: whole

            width: parent.width
            height: Math.round(14 * Theme.scale)
            color: Theme.color.grid

            Row {
                spacing: 1

                Repeater {
                    model: bar.shares

                    Rectangle {
                        required property var modelData
                        required property int index

                        width: Math.max(0, whole.width * modelData.share - 1)
                        height: whole.height
                        color: Theme.color.accent
                        opacity: bar.barOpacity(index)
                    }
                }
            }
        }
    }
}
