// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic

// A text without markup, as every text of the window is: a name of a trace such as
// "<img src='http://host/x.png'>" is shown as it is written. Without this format Qt would take it for
// rich text and load the image.
Label {
    // A number and its unit, between which is a thin space, stay on one line.
    function unbroken(words) {
        return words.replace(/\u2009/g, "\u202f")
    }

    textFormat: Text.PlainText
    Accessible.ignored: !visible || text === ""
}
