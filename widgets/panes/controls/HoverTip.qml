// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Tooltip of what is under the resting pointer of a view: its property tipText.
Rectangle {
    id: tip

    required property Item view

    function appear() {
        const at = view.mapToItem(parent, view.pointer.x, view.pointer.y)
        x = Math.max(4, Math.min(at.x + 14, parent.width - width - 4))
        y = at.y + 22 + height > parent.height ? at.y - height - 10 : at.y + 22
        visible = words.text !== ""
    }

    visible: false
    z: 1
    width: words.width + 16
    height: words.height + 10
    radius: 4
    color: Theme.color.panelBackground
    border.width: 1
    border.color: Theme.color.grid

    // Without wrapping, to know how wide the words would like to be.
    PlainLabel {
        id: natural

        visible: false
        text: words.text
        font: words.font
    }
    PlainLabel {
        id: words

        x: 8
        y: Math.round(5 * Theme.scale)
        width: Math.min(natural.implicitWidth, 480)
        text: tip.view.tipText
        color: Theme.color.text
        font.pixelSize: Theme.smallSize
        wrapMode: Text.Wrap
    }
    Timer {
        id: rest

        interval: 300
        onTriggered: tip.appear()
    }
    Connections {
        target: tip.view

        function onHoverChanged() {
            tip.visible = false
            rest.restart()
        }
        function onViewportChanged() { tip.visible = false }
    }
}
