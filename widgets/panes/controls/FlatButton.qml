// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A button without a frame, with its key in the tooltip.
AbstractButton {
    id: button

    property string hint
    property bool strong: false    // the default action
    property bool outlined: false  // with a background

    focusPolicy: Qt.TabFocus
    hoverEnabled: true
    Accessible.name: text
    Accessible.ignored: !visible
    leftPadding: 10
    rightPadding: 10
    implicitHeight: Math.round(28 * Theme.scale)
    implicitWidth: label.implicitWidth + leftPadding + rightPadding

    Tip {
        visible: button.hint !== "" && button.hovered
        text: button.hint
    }

    contentItem: PlainLabel {
        id: label

        Accessible.ignored: true  // the button says it
        text: button.text
        color: button.enabled ? (button.strong ? Theme.color.background
                                               : Theme.color.text)
                              : Theme.color.secondaryText
        font.weight: button.strong ? Font.DemiBold : Font.Normal
        horizontalAlignment: Text.AlignHCenter
        verticalAlignment: Text.AlignVCenter
    }
    background: Rectangle {
        radius: 4
        color: button.strong && button.enabled
               ? Theme.color.accent : (button.down || button.hovered || button.checked
                                              ? Theme.color.grid
                                              : (button.outlined
                                                 ? Theme.color.panelBackground
                                                 : "transparent"))
        // On the accent's own ground the focus is the color of text.
        border.width: button.visualFocus ? 2 : button.outlined || !button.enabled ? 1 : 0
        border.color: button.visualFocus
                      ? (button.strong ? Theme.color.text : Theme.color.accent)
                      : (button.checked ? Theme.color.accent : Theme.color.grid)
    }
}
