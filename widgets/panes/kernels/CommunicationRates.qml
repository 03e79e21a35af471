// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// How fast communication is against its link, a line for each operation and message size. A click
// picks the shortest kernel of a line.
Column {
    id: rates

    required property KernelEfficiencyObject kernels
    signal picked(var slice)

    visible: kernels.communications.length > 0
    spacing: Math.round(2 * Theme.scale)

    PlainLabel {
        width: parent.width
        text: "Communication"
        color: Theme.color.text
        font.pixelSize: Theme.smallSize
        font.weight: Font.DemiBold
    }
    Repeater {
        model: rates.kernels.communications

        LinkButton {
            required property int index
            required property string modelData

            objectName: "communicationLine" + index
            width: rates.width
            text: modelData
            wraps: true
            leftPadding: 0
            onClicked: rates.picked(rates.kernels.communicationSlice(index))
        }
    }
    PlainLabel {
        width: parent.width
        text: "Of the shortest call, which may wait for other ranks too: only the traces of all"
              + " ranks show the transfer alone."
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        wrapMode: Text.Wrap
    }
}
