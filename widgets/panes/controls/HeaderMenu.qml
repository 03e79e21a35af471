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

    component Item: MenuItem {
        id: item

        property string keys

        implicitWidth: 260
        implicitHeight: Math.round(28 * Theme.scale)
        leftPadding: 12
        rightPadding: 12
        contentItem: PlainLabel {
            text: item.text
            color: item.enabled ? Theme.color.text : Theme.color.secondaryText
            verticalAlignment: Text.AlignVCenter

            PlainLabel {
                anchors.right: parent.right
                height: parent.height
                text: item.keys
                color: Theme.color.secondaryText
                verticalAlignment: Text.AlignVCenter
            }
        }
        background: Rectangle {
            color: item.highlighted ? Theme.color.grid : "transparent"
        }
    }

    Menu {
        id: menu

        y: button.height + 4
        x: button.width - width
        padding: 4
        focus: true
        onOpened: contentItem.forceActiveFocus(Qt.PopupFocusReason)
        closePolicy: Popup.CloseOnEscape | Popup.CloseOnPressOutsideParent
        background: Rectangle {
            implicitWidth: 268
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
            interactive: false
            currentIndex: menu.currentIndex
        }

        Item {
            text: "Export an image…"
            keys: "Ctrl+E"
            enabled: button.app.session.hasTrace
            onTriggered: button.app.state.exportOpen = true
        }
        Item {
            text: "Compare with…"
            keys: "Ctrl+Shift+O"
            enabled: button.app.session.hasTrace
            onTriggered: button.app.state.requestCompare()
        }
        Item {
            text: "Copy all findings as Markdown"
            enabled: button.app.session.hasTrace
            onTriggered: button.app.findings.copyAll()
        }
        Item {
            text: Theme.dark ? "Light theme" : "Dark theme"
            keys: "T"
            onTriggered: button.app.state.toggleTheme()
        }
        Item {
            text: "Find a command…"
            keys: "Ctrl+Shift+P"
            onTriggered: button.app.state.paletteOpen = true
        }
        Item {
            text: "Go to…"
            keys: "Ctrl+G"
            enabled: button.app.session.hasTrace
            onTriggered: button.app.state.goToOpen = true
        }
        Item {
            text: "Record a CUDA program…"
            keys: "Ctrl+R"
            onTriggered: button.app.state.recordOpen = true
        }
        Item {
            text: "Settings…"
            keys: "Ctrl+,"
            onTriggered: button.app.state.settingsOpen = true
        }
        Item {
            text: "Navigation, selection and measuring"
            onTriggered: button.app.ruleHelp.rule = "timeline"
        }
        Item {
            text: "Meaning of the overlays"
            onTriggered: button.app.ruleHelp.rule = "overlays"
        }
        Item {
            text: "Keyboard shortcuts"
            keys: "?"
            onTriggered: button.app.state.helpOpen = true
        }
    }
}
