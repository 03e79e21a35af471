// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A text to copy: lines of a program or of a shell.
Column {
    id: snippet

    required property string label
    required property string code

    function copy() {
        lines.selectAll()
        lines.copy()
        lines.deselect()
        button.text = "Copied"
    }

    spacing: 4

    Item {
        width: parent.width
        height: button.height

        PlainLabel {
            width: parent.width - button.width - 8
            height: parent.height
            text: snippet.label
            color: Theme.color.secondaryText
            elide: Text.ElideRight
            verticalAlignment: Text.AlignVCenter
        }
        LinkButton {
            id: button

            objectName: "copySnippet"
            anchors.right: parent.right
            text: "Copy"
            Accessible.name: text + ": " + snippet.label
            onClicked: snippet.copy()
            onActiveFocusChanged: text = "Copy"
        }
    }
    Rectangle {
        width: parent.width
        height: lines.implicitHeight + 20
        radius: 6
        color: Theme.color.panelBackground
        border.width: 1
        border.color: Theme.color.grid
        clip: true

        TextEdit {
            id: lines

            x: 12
            y: 10
            width: parent.width - 24
            text: snippet.code
            textFormat: TextEdit.PlainText
            readOnly: true
            selectByMouse: true
            wrapMode: TextEdit.WrapAnywhere
            color: Theme.color.text
            font.family: Theme.monospaceFamily
            font.pixelSize: Theme.smallSize
            selectionColor: Theme.color.accent
            selectedTextColor: Theme.color.background
            Accessible.name: snippet.label
        }
    }
}
