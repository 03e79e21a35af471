// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A check box with a label.
AbstractButton {
    id: box

    property alias elide: words.elide

    checkable: true
    focusPolicy: Qt.TabFocus
    hoverEnabled: true
    implicitHeight: Math.round(22 * Theme.scale)
    implicitWidth: words.x + words.implicitWidth + 6
    Accessible.role: Accessible.CheckBox
    Accessible.name: text
    Accessible.ignored: !visible

    contentItem: Item {
        Rectangle {
            x: 3
            anchors.verticalCenter: parent.verticalCenter
            width: 14
            height: 14
            radius: 3
            color: box.checked ? Theme.color.accent : "transparent"
            border.width: 1
            border.color: box.checked || box.hovered ? Theme.color.accent
                                                     : Theme.color.secondaryText

            PlainLabel {
                anchors.centerIn: parent
                visible: box.checked
                text: "✓"
                color: Theme.color.background
                font.pixelSize: Theme.smallSize
                font.weight: Font.Bold
            }
        }
        PlainLabel {
            id: words

            x: 24
            height: parent.height
            width: parent.width - x
            text: box.text
            color: Theme.color.text
            verticalAlignment: Text.AlignVCenter
            elide: Text.ElideRight
        }
    }
    background: Rectangle {
        radius: 3
        color: "transparent"
        border.width: box.visualFocus ? 1 : 0
        border.color: Theme.color.accent
    }
}
