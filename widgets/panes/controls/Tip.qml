// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A tooltip in the colors of the theme. Long texts wrap, long names too.
ToolTip {
    id: tip

    delay: 500
    padding: 8
    margins: 6
    contentWidth: Math.min(natural.implicitWidth, Math.round(480 * Theme.scale))
    contentItem: PlainLabel {
        text: unbroken(tip.text)
        color: Theme.color.text
        lineHeight: 1.15
        wrapMode: Text.Wrap

        // Without wrapping, to know how wide the text would like to be.
        PlainLabel {
            id: natural

            visible: false
            text: unbroken(tip.text)
        }
    }
    background: Rectangle {
        radius: 4
        color: Theme.color.panelBackground
        border.width: 1
        border.color: Theme.color.secondaryText
    }
}
