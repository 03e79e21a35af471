// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// Selectable text with code spans. `html` comes from models, which escape names from the trace.
// Spaces are kept as they are: rich text would replace the non-breaking ones between numbers and
// units.
TextEdit {
    id: prose

    font.pixelSize: Theme.textSize
    property string html

    text: "<style>code { font-family: '" + Theme.monospaceFamily + "'; background-color: "
          + Theme.color.grid + "; }</style><span style='white-space: pre-wrap'>" + html + "</span>"
    textFormat: TextEdit.RichText
    readOnly: true
    selectByMouse: true
    activeFocusOnTab: false
    wrapMode: TextEdit.Wrap
    color: Theme.color.text
    selectionColor: Theme.color.accent
    selectedTextColor: Theme.color.background
    Accessible.role: Accessible.StaticText
    Accessible.name: getText(0, length)
}
