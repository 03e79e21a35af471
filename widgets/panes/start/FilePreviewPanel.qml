// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Facts of the file that is selected in the file page.
Rectangle {
    id: panel

    required property FilePreview preview

    radius: 5
    color: Theme.color.background
    border.width: 1
    border.color: Theme.color.grid
    clip: true

    PlainLabel {
        objectName: "filePreview"
        anchors.fill: parent
        anchors.margins: 12
        text: panel.preview.path === "" ? "Select a file for its preview."
              : (panel.preview.loading ? "Reading…" : panel.preview.text)
        color: panel.preview.loading || panel.preview.path === "" ? Theme.color.secondaryText
                                                                  : Theme.color.text
        lineHeight: 1.25
        wrapMode: Text.WrapAtWordBoundaryOrAnywhere
        Accessible.name: "Preview: " + text
    }
}
