// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The heading of a column: a click sorts by it, a triangle marks the sorted one.
AbstractButton {
    id: head

    property bool toTheLeft: false
    property bool sorted: false
    property bool descending: false

    width: Math.round(74 * Theme.scale)
    height: Math.round(20 * Theme.scale)
    focusPolicy: Qt.TabFocus
    hoverEnabled: true
    Accessible.name: "Sort by " + text
    Accessible.ignored: !visible

    contentItem: PlainLabel {
        text: head.text + (head.sorted ? (head.descending ? " ▾" : " ▴") : "")
        color: head.sorted || head.hovered ? Theme.color.text : Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        horizontalAlignment: head.toTheLeft ? Text.AlignLeft : Text.AlignRight
        verticalAlignment: Text.AlignVCenter
        elide: Text.ElideRight
    }
    background: Rectangle {
        color: "transparent"
        border.width: head.visualFocus ? 1 : 0
        border.color: Theme.color.accent
    }
}
