// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The frame around a link in a text that has the keyboard's focus.
Rectangle {
    required property AbstractButton around

    anchors.fill: parent
    anchors.margins: -2
    visible: around.visualFocus
    radius: 3
    color: "transparent"
    border.width: 2
    border.color: Theme.color.accent
}
