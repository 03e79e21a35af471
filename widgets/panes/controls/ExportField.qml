// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A labeled text field.
Column {
    id: entry

    required property string label
    property alias text: field.text
    property alias placeholder: field.placeholderText

    signal edited(string text)

    spacing: 4

    PlainLabel {
        text: entry.label
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
    }
    TextField {
        id: field

        width: parent.width
        height: Math.round(28 * Theme.scale)
        leftPadding: 8
        rightPadding: 8
        selectByMouse: true
        color: Theme.color.text
        placeholderTextColor: Theme.color.secondaryText
        selectionColor: Theme.color.accent
        selectedTextColor: Theme.color.background
        Accessible.name: entry.label
        onTextEdited: entry.edited(text)
        background: Rectangle {
            radius: 4
            color: Theme.color.background
            border.width: field.activeFocus ? 2 : 1
            border.color: field.activeFocus ? Theme.color.accent
                                            : Theme.color.secondaryText
        }
    }
}
