// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Context menu of the ruler: cursors.
ContextMenu {
    id: menu

    required property TimelineItem timeline
    readonly property bool hasCursors: timeline.cursorText !== ""

    objectName: "rulerMenu"

    MenuEntry {
        text: "Cursor A here"
        keys: "V"
        onTriggered: menu.timeline.placeCursorAtMenu(0)
    }
    MenuEntry {
        text: "Cursor B here"
        keys: "B"
        onTriggered: menu.timeline.placeCursorAtMenu(1)
    }
    MenuEntry {
        text: "Fill the view with the cursors' times"
        keys: "Shift+B"
        shown: menu.hasCursors
        onTriggered: menu.timeline.showCursors()
    }
    MenuEntry {
        text: "Remove the cursors"
        keys: "Shift+V"
        shown: menu.hasCursors
        onTriggered: menu.timeline.removeCursors()
    }
}
