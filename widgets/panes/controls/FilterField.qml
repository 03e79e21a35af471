// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A small text field above a table that leaves the rows whose name matches.
TextField {
    id: field

    width: Math.round(160 * Theme.scale)
    height: Math.round(24 * Theme.scale)
    leftPadding: 8
    topPadding: 2
    bottomPadding: 2
    font.pixelSize: Theme.smallSize
    selectByMouse: true
    placeholderText: "Filter"
    color: Theme.color.text
    placeholderTextColor: Theme.color.secondaryText
    selectionColor: Theme.color.accent
    selectedTextColor: Theme.color.background
    Accessible.name: "Filter by name"
    Accessible.ignored: !visible
    background: Rectangle {
        radius: 4
        color: Theme.color.background
        border.width: field.activeFocus ? 2 : 1
        border.color: field.activeFocus ? Theme.color.accent : Theme.color.secondaryText
    }
}
