// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A line of text with its name above it.
Column {
    id: entry

    required property ThemeObject theme
    required property string label
    property alias text: field.text
    property alias placeholder: field.placeholderText

    signal edited(string text)

    spacing: 4

    Text {
        text: entry.label
        color: entry.theme.color.secondaryText
        font.pixelSize: 11
    }
    TextField {
        id: field

        width: parent.width
        height: 28
        leftPadding: 8
        rightPadding: 8
        selectByMouse: true
        color: entry.theme.color.text
        placeholderTextColor: entry.theme.color.secondaryText
        selectionColor: entry.theme.color.accent
        selectedTextColor: entry.theme.color.background
        Accessible.name: entry.label
        onTextEdited: entry.edited(text)
        background: Rectangle {
            radius: 4
            color: entry.theme.color.background
            border.width: field.activeFocus ? 2 : 1
            border.color: field.activeFocus ? entry.theme.color.accent
                                            : entry.theme.color.secondaryText
        }
    }
}
