// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// An entry of a menu with its key at the right. One of several choices has a mark where it is the
// present one.
MenuItem {
    id: entry

    property string keys
    property bool shown: true
    property bool choice: false

    visible: shown
    enabled: shown
    implicitWidth: 280
    implicitHeight: shown ? Math.round(28 * Theme.scale) : 0
    leftPadding: 12
    rightPadding: 12
    Accessible.description: choice ? "chosen" : ""
    contentItem: PlainLabel {
        text: entry.text
        color: entry.enabled ? Theme.color.text : Theme.color.secondaryText
        rightPadding: keyLabel.width > 0 ? keyLabel.width + 12 : 0
        verticalAlignment: Text.AlignVCenter
        elide: Text.ElideRight

        PlainLabel {
            id: keyLabel

            anchors.right: parent.right
            height: parent.height
            text: entry.choice ? "✓" : entry.keys
            color: entry.choice ? Theme.color.accent : Theme.color.secondaryText
            verticalAlignment: Text.AlignVCenter
        }
    }
    background: Rectangle {
        color: entry.highlighted ? Theme.color.grid : "transparent"
    }
}
