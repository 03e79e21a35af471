// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A sample trace on the start page: its title and what it shows.
AbstractButton {
    id: entry

    required property string path
    required property string title
    required property string summary

    implicitHeight: texts.implicitHeight + 16
    hoverEnabled: true
    focusPolicy: Qt.TabFocus
    Accessible.name: title
    Accessible.description: summary

    background: Rectangle {
        radius: 6
        color: Theme.color.panelBackground
        border.width: entry.visualFocus ? 2 : 1
        border.color: entry.visualFocus || entry.hovered ? Theme.color.accent : Theme.color.grid
    }
    contentItem: Item {
        Column {
            id: texts

            x: 12
            anchors.verticalCenter: parent.verticalCenter
            width: parent.width - 24
            spacing: 2

            PlainLabel {
                width: parent.width
                text: entry.title
                color: Theme.color.accent
                font.weight: Font.DemiBold
                elide: Text.ElideRight
            }
            PlainLabel {
                width: parent.width
                text: entry.summary
                color: Theme.color.secondaryText
                wrapMode: Text.Wrap
            }
        }
    }
}
