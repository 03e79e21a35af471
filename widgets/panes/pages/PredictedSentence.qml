// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// What the run would take with the changes of What if, in place of a sentence on the run as it is:
// in the room of that one, so that nothing below moves while a change is dragged.
PlainLabel {
    id: label

    required property Item replaced
    required property string sentence

    x: replaced.x
    y: replaced.y
    width: replaced.width
    height: replaced.height
    visible: sentence !== ""
    text: sentence
    color: Theme.color.text
    font.pixelSize: Theme.largeSize
    font.weight: Font.DemiBold
    verticalAlignment: Text.AlignVCenter
    wrapMode: Text.Wrap
    maximumLineCount: Math.max(1, Math.floor(height / line.implicitHeight + 0.2))
    elide: Text.ElideRight
    Accessible.role: Accessible.StaticText
    Accessible.name: sentence

    Rectangle {
        x: -8
        width: 3
        height: parent.height
        color: Theme.color.accent
    }
    PlainLabel {
        id: line

        visible: false
        text: "X"
        font: label.font
    }
    HoverHandler {
        id: hover
    }
    Tip {
        visible: hover.hovered && label.truncated
        text: label.sentence
    }
}
