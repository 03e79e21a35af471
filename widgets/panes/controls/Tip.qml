// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A tip in the colours of the theme.
ToolTip {
    id: tip

    required property ThemeObject theme

    delay: 500
    padding: 8
    margins: 6
    contentItem: Text {
        text: tip.text
        textFormat: Text.PlainText
        color: tip.theme.color.text
        lineHeight: 1.15
    }
    background: Rectangle {
        radius: 4
        color: tip.theme.color.panelBackground
        border.width: 1
        border.color: tip.theme.color.secondaryText
    }
}
