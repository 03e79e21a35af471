// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A button without a frame: text, and the key that does the same in its tip.
AbstractButton {
    id: button

    required property ThemeObject theme
    property string hint
    property bool strong: false    // the one that is usually wanted
    property bool outlined: false  // with a ground, where it stands alone

    focusPolicy: Qt.TabFocus
    hoverEnabled: true
    Accessible.name: text
    leftPadding: 10
    rightPadding: 10
    implicitHeight: 28
    implicitWidth: label.implicitWidth + leftPadding + rightPadding

    Tip {
        theme: button.theme
        visible: button.hint !== "" && button.hovered
        text: button.hint
    }

    contentItem: Text {
        id: label

        text: button.text
        color: button.enabled ? (button.strong ? button.theme.color.background
                                               : button.theme.color.text)
                              : button.theme.color.secondaryText
        font.weight: button.strong ? Font.DemiBold : Font.Normal
        horizontalAlignment: Text.AlignHCenter
        verticalAlignment: Text.AlignVCenter
    }
    background: Rectangle {
        radius: 4
        color: button.strong && button.enabled
               ? button.theme.color.accent : (button.down || button.hovered || button.checked
                                              ? button.theme.color.grid
                                              : (button.outlined
                                                 ? button.theme.color.panelBackground
                                                 : "transparent"))
        // On the accent's own ground the focus is the colour of text.
        border.width: button.visualFocus ? 2 : button.outlined || !button.enabled ? 1 : 0
        border.color: button.visualFocus
                      ? (button.strong ? button.theme.color.text : button.theme.color.accent)
                      : (button.checked ? button.theme.color.accent : button.theme.color.grid)
    }
}
