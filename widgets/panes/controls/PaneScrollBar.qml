// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Scroll bar of a list or a text, visible as long as there is more than fits.
ScrollBar {
    id: bar

    policy: size < 1 ? ScrollBar.AlwaysOn : ScrollBar.AlwaysOff
    minimumSize: 24 / Math.max(24, height)
    Accessible.name: parent !== null && parent.Accessible.name !== ""
                     ? "Scroll bar of " + parent.Accessible.name : "Scroll bar"
    Accessible.ignored: !visible

    contentItem: Rectangle {
        implicitWidth: 6
        radius: 3
        color: Theme.color.secondaryText
        opacity: bar.pressed ? 0.9 : bar.hovered ? 0.7 : 0.45
    }
}
