// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A menu in the colors of the theme. Its entries are of type MenuEntry.
Menu {
    id: menu

    padding: 4
    focus: true
    // No binding: an entry that the list gives the focus becomes the menu's current one.
    onCurrentIndexChanged: contentItem.currentIndex = currentIndex
    onOpened: contentItem.forceActiveFocus(Qt.PopupFocusReason)
    closePolicy: Popup.CloseOnEscape | Popup.CloseOnPressOutside
    background: Rectangle {
        implicitWidth: 288
        radius: 6
        color: Theme.color.panelBackground
        border.width: 1
        border.color: Theme.color.secondaryText
    }
    contentItem: ListView {
        // Up, Down and Esc are the menu's own.
        readonly property bool keepsKeys: true

        implicitHeight: contentHeight
        model: menu.contentModel
        clip: true
        interactive: contentHeight > height
        ScrollBar.vertical: PaneScrollBar {}
        currentIndex: -1
    }
}
