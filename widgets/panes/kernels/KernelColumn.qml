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
        elide: Text.ElideRight
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
        keyWidth: 120
    }
}
