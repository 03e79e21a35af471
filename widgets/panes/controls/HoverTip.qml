// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Tooltip of what is under the resting pointer of a view: its property tipText. Beside the track
// that is pointed at, where the view has tracks (hoveredTrack): what one reads next stays visible.
Rectangle {
    id: tip

    required property Item view

    function appear() {
        const at = view.mapToItem(parent, view.pointer.x, view.pointer.y)
        x = Math.max(4, Math.min(at.x + 14, parent.width - width - 4))
        y = placeBeside(at.y)
        visible = words.text !== ""
    }

    // Below what is pointed at, or above it where there is no room: the track if that is near, else
    // its row and the next ones.
    function placeBeside(pointerY) {
        const track = view.hoveredTrack ?? Qt.rect(0, 0, 0, 0)
        if (track.height === 0)
            return pointerY + 22 + height > parent.height ? pointerY - height - 10 : pointerY + 22
        const top = view.mapToItem(parent, 0, track.y).y
        const rows = Math.round(60 * Theme.scale)  // three, and what is left of the pointer's
        const fits = y => y > 4 && y + height < parent.height
        const beside = [top + track.height + 4, top - height - 4].filter(
            y => fits(y) && Math.abs(y - pointerY) < 240)
        const below = pointerY + rows
        return beside.length > 0 ? beside[0] : fits(below) ? below : pointerY - rows - height
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
        text: unbroken(tip.view.tipText)
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
