// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQml
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Button with a menu of the traces that can be opened: any file, and the recent ones.
FlatButton {
    id: button

    required property WindowModel app

    objectName: "openButton"
    text: "Open ▾"
    hint: menu.opened ? "" : "Open a trace (Ctrl+O)"
    checked: menu.opened
    Accessible.name: "Open a trace"
    onClicked: menu.opened ? menu.close() : menu.open()

    ContextMenu {
        id: menu

        objectName: "openMenu"
        y: button.height + 4
        x: button.width - width
        closePolicy: Popup.CloseOnEscape | Popup.CloseOnPressOutsideParent

        MenuEntry {
            text: "Open a file…"
            keys: "Ctrl+O"
            onTriggered: button.app.state.requestOpen()
        }
        MenuEntry {
            objectName: "openFolder"
            text: "Open the ranks in a folder…"
            onTriggered: button.app.files.beginFolder()
        }
        MenuEntry {
            text: "Open a path, HOST:PATH…"
            keys: "Ctrl+Alt+O"
            onTriggered: button.app.state.requestOpenPath()
        }
        MenuEntry {
            text: "Compare with a file…"
            keys: "Ctrl+Shift+O"
            enabled: button.app.first.session.hasTrace
            onTriggered: button.app.state.requestCompare()
        }
    }
    // A Repeater inside the menu would add its entries in no certain order.
    Instantiator {
        model: button.app.recentFiles
        onObjectAdded: (index, entry) => menu.insertItem(index + 4, entry)
        onObjectRemoved: (index, entry) => menu.removeItem(entry)

        delegate: MenuEntry {
            required property int index
            required property string path
            required property string name
            required property string openedAt

            shown: index < 10  // more would fill the window
            text: name
            keys: openedAt
            onTriggered: button.app.first.session.open(path)
        }
    }
}
