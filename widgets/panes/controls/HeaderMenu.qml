// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Menu of less frequent actions, with their keys.
FlatButton {
    id: button

    required property WindowModel app

    text: "⋯"
    hint: menu.opened ? "" : "More"
    checked: menu.opened
    Accessible.name: "More"
    onClicked: menu.opened ? menu.close() : menu.open()
    objectName: "menuButton"

    ContextMenu {
        id: menu

        y: button.height + 4
        x: button.width - width
        closePolicy: Popup.CloseOnEscape | Popup.CloseOnPressOutsideParent

        MenuEntry {
            text: "Export an image…"
            keys: "Ctrl+E"
            enabled: button.app.first.session.hasTrace || button.app.memory.file.alone
            onTriggered: button.app.memory.file.alone
                         ? button.app.files.begin(FileChooser.SaveFigure, "png", "memory")
                         : button.app.state.exportOpen = true
        }
        MenuEntry {
            text: "Compare with…"
            keys: "Ctrl+Shift+O"
            enabled: button.app.first.session.hasTrace
            onTriggered: button.app.state.requestCompare()
        }
        MenuEntry {
            text: "Copy all findings as Markdown"
            enabled: button.app.first.session.hasTrace
            onTriggered: button.app.findings.list.copyAll()
        }
        MenuEntry {
            text: Theme.dark ? "Light theme" : "Dark theme"
            keys: "T"
            onTriggered: button.app.state.toggleTheme()
        }
        MenuEntry {
            text: "Reset the layout"
            onTriggered: button.app.state.resetLayout()
        }
        MenuEntry {
            text: "Find a command…"
            keys: "Ctrl+Shift+P"
            onTriggered: button.app.state.paletteOpen = true
        }
        MenuEntry {
            text: "Go to…"
            keys: "Ctrl+G"
            enabled: button.app.first.session.hasTrace
            onTriggered: button.app.state.goToOpen = true
        }
        MenuEntry {
            text: "Record a CUDA program…"
            keys: "Ctrl+R"
            onTriggered: button.app.state.recordOpen = true
        }
        MenuEntry {
            text: "Settings…"
            keys: "Ctrl+,"
            onTriggered: button.app.state.settingsOpen = true
        }
        MenuEntry {
            text: "Navigation, selection and measuring"
            onTriggered: button.app.findings.help.rule = "timeline"
        }
        MenuEntry {
            text: "Meaning of the overlays"
            onTriggered: button.app.findings.help.rule = "overlays"
        }
        MenuEntry {
            text: "Keyboard shortcuts"
            keys: "?"
            onTriggered: button.app.state.helpOpen = true
        }
    }
}
