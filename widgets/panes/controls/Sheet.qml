// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A page over the dimmed window. Esc or a click outside closes it.
FocusScope {
    id: sheet

    required property string title
    property string subtitle
    property int wanted: 760  // pixels of width
    property real contentHeight: Infinity  // of a short page, which then is no higher than it must be
    default property alias content: body.data
    property alias buttons: extra.data

    signal closed()

    onVisibleChanged: {
        if (visible)
            forceActiveFocus()
    }
    Accessible.role: Accessible.Dialog
    Accessible.name: title

    Rectangle {
        anchors.fill: parent
        color: Qt.alpha(Theme.color.background, 0.8)

        MouseArea {
            anchors.fill: parent
            hoverEnabled: true
            onClicked: sheet.closed()
            onWheel: wheel => wheel.accepted = true
        }
    }
    Rectangle {
        anchors.centerIn: parent
        width: Math.min(sheet.wanted, parent.width - 32)
        height: Math.min(body.y + sheet.contentHeight + body.anchors.bottomMargin,
                         parent.height - 48)
        radius: 8
        color: Theme.color.panelBackground
        border.width: 1
        border.color: Theme.color.grid

        MouseArea {
            anchors.fill: parent
        }
        PlainLabel {
            id: heading

            x: 24
            y: Math.round(18 * Theme.scale)
            text: sheet.title
            color: Theme.color.text
            font.pixelSize: Theme.titleSize
            font.weight: Font.DemiBold
        }
        PlainLabel {
            id: below

            x: 24
            anchors.top: heading.bottom
            anchors.topMargin: 2
            width: parent.width - 48
            visible: text !== ""
            text: sheet.subtitle
            color: Theme.color.secondaryText
            wrapMode: Text.Wrap
        }
        Row {
            anchors.right: parent.right
            anchors.rightMargin: 14
            y: Math.round(14 * Theme.scale)
            spacing: 4

            Row {
                id: extra

                spacing: 4
            }
            FlatButton {
                text: "Close"
                hint: "Esc"
                onClicked: sheet.closed()
            }
        }
        Item {
            id: body

            anchors.fill: parent
            anchors.topMargin: below.visible ? below.y + below.height + 12 : 56
            anchors.leftMargin: 24
            anchors.rightMargin: 10
            anchors.bottomMargin: 16
        }
    }
}
