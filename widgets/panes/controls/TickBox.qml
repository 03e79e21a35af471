// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A box to tick, with its words.
AbstractButton {
    id: box

    required property ThemeObject theme

    checkable: true
    focusPolicy: Qt.TabFocus
    hoverEnabled: true
    implicitHeight: 22
    implicitWidth: words.x + words.implicitWidth + 6
    Accessible.role: Accessible.CheckBox
    Accessible.name: text

    contentItem: Item {
        Rectangle {
            x: 3
            anchors.verticalCenter: parent.verticalCenter
            width: 14
            height: 14
            radius: 3
            color: box.checked ? box.theme.color.accent : "transparent"
            border.width: 1
            border.color: box.checked || box.hovered ? box.theme.color.accent
                                                     : box.theme.color.secondaryText

            Text {
                anchors.centerIn: parent
                visible: box.checked
                text: "✓"
                color: box.theme.color.background
                font.pixelSize: 11
                font.weight: Font.Bold
            }
        }
        Text {
            id: words

            x: 24
            height: parent.height
            width: parent.width - x
            text: box.text
            textFormat: Text.PlainText
            color: box.theme.color.text
            verticalAlignment: Text.AlignVCenter
            elide: Text.ElideRight
        }
    }
    background: Rectangle {
        radius: 3
        color: "transparent"
        border.width: box.visualFocus ? 1 : 0
        border.color: box.theme.color.accent
    }
}
