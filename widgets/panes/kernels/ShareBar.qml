// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// Shares of a whole as a bar, the longest first, with the first of them in words above it. Takes no
// room without any.
Column {
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
