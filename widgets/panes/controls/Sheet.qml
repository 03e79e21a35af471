// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// A page over the window, which it dims. Esc or a click beside it closes it.
FocusScope {
    id: sheet

    required property ThemeObject theme
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
        color: Qt.alpha(sheet.theme.color.background, 0.8)

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
        color: sheet.theme.color.panelBackground
        border.width: 1
        border.color: sheet.theme.color.grid

        MouseArea {
            anchors.fill: parent
        }
        Text {
            id: heading

            x: 24
            y: 18
            text: sheet.title
            color: sheet.theme.color.text
            font.pixelSize: 18
            font.weight: Font.DemiBold
        }
        Text {
            id: below

            x: 24
            anchors.top: heading.bottom
            anchors.topMargin: 2
            width: parent.width - 48
            visible: text !== ""
            text: sheet.subtitle
            textFormat: Text.PlainText
            color: sheet.theme.color.secondaryText
            wrapMode: Text.Wrap
        }
        Row {
            anchors.right: parent.right
            anchors.rightMargin: 14
            y: 14
            spacing: 4

            Row {
                id: extra

                spacing: 4
            }
            FlatButton {
                theme: sheet.theme
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
