// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// A paragraph of a finding with its heading beside it: "Why", "Try". Nothing where it has no text.
Item {
    id: part

    property string head
    property string html

    visible: html !== ""
    height: visible ? words.implicitHeight : 0

    PlainLabel {
        text: part.head
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        topPadding: 1
    }
    ProseText {
        id: words

        x: 76
        width: parent.width - x
        html: part.html
    }
}
