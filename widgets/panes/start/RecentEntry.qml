// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A recent file on the start page: its overview, name and date, facts, and the verdict.
AbstractButton {
    id: entry

    required property string path
    required property string name
    required property string folder
    required property string facts
    required property string verdict
    required property string openedAt
    required property url darkPreview
    required property url lightPreview
    readonly property url preview: Theme.dark ? darkPreview : lightPreview

    implicitHeight: Math.round(72 * Theme.scale)
    hoverEnabled: true
    focusPolicy: Qt.TabFocus
    Accessible.name: name + ", " + facts
    Accessible.description: verdict

    background: Rectangle {
        radius: 6
        color: entry.hovered || entry.visualFocus ? Theme.color.panelBackground : "transparent"
        border.width: entry.visualFocus ? 2 : 1
        border.color: entry.visualFocus ? Theme.color.accent
                                        : (entry.hovered ? Theme.color.grid : "transparent")
    }
    contentItem: Item {
        Rectangle {
            id: sight

            x: 10
            anchors.verticalCenter: parent.verticalCenter
            width: Math.min(200, Math.round(entry.width * 0.28))
            height: Math.round(48 * Theme.scale)
            radius: 3
            color: Theme.color.panelBackground
            clip: true

            Image {
                anchors.fill: parent
                source: entry.preview
                sourceSize: Qt.size(400, 96)
                cache: false
            }
        }
        PlainLabel {
            id: title

            anchors.left: sight.right
            anchors.leftMargin: 14
            anchors.right: date.left
            anchors.rightMargin: 12
            anchors.bottom: line.top
            anchors.bottomMargin: 2
            text: entry.name
            color: Theme.color.text
            font.pixelSize: Theme.largeSize
            font.weight: Font.DemiBold
            elide: Text.ElideMiddle
        }
        PlainLabel {
            id: date

            anchors.right: parent.right
            anchors.rightMargin: 12
            anchors.baseline: title.baseline
            text: entry.openedAt
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
        }
        PlainLabel {
            id: line

            anchors.left: title.left
            anchors.right: parent.right
            anchors.rightMargin: 12
            anchors.verticalCenter: parent.verticalCenter
            text: entry.facts + " · " + entry.folder
            color: Theme.color.secondaryText
            elide: Text.ElideRight
        }
        PlainLabel {
            anchors.left: title.left
            anchors.right: parent.right
            anchors.rightMargin: 12
            anchors.top: line.bottom
            anchors.topMargin: 2
            text: entry.verdict
            color: Theme.color.text
            elide: Text.ElideRight
        }
    }
}
