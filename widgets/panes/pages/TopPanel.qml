// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A panel below the header with a text field and its results. Receives all keys. Esc or a click
// outside closes it.
FocusScope {
    id: panel

    required property string title
    property alias text: field.text
    property alias placeholder: field.placeholderText
    default property alias content: body.data

    signal closed()
    signal accepted()
    signal stepped(int rows)

    // The window's actions wait meanwhile.
    readonly property bool keepsKeys: true

    onVisibleChanged: {
        if (visible) {
            field.text = ""
            field.forceActiveFocus()
        }
    }
    Accessible.role: Accessible.Dialog
    Accessible.name: title

    MouseArea {
        anchors.fill: parent
        hoverEnabled: true
        onClicked: panel.closed()
        onWheel: wheel => wheel.accepted = true
    }
    Rectangle {
        anchors.horizontalCenter: parent.horizontalCenter
        y: Math.round(52 * Theme.scale)
        width: Math.min(620, parent.width - 32)
        height: body.y + body.childrenRect.height + 10
        radius: 8
        color: Theme.color.panelBackground
        border.width: 1
        border.color: Theme.color.secondaryText

        MouseArea {
            anchors.fill: parent
        }
        TextField {
            id: field

            objectName: "field"
            focus: true
            x: 10
            y: Math.round(10 * Theme.scale)
            width: parent.width - 20
            height: Math.round(32 * Theme.scale)
            leftPadding: 10
            rightPadding: 10
            font.pixelSize: Theme.largeSize
            selectByMouse: true
            color: Theme.color.text
            placeholderTextColor: Theme.color.secondaryText
            selectionColor: Theme.color.accent
            selectedTextColor: Theme.color.background
            Accessible.name: panel.title
            background: Rectangle {
                radius: 5
                color: Theme.color.background
                border.width: 2
                border.color: Theme.color.accent
            }
            onAccepted: panel.accepted()
            Keys.onEscapePressed: panel.closed()
            Keys.onUpPressed: panel.stepped(-1)
            Keys.onDownPressed: panel.stepped(1)
            Keys.onPressed: event => {
                const rows = event.key === Qt.Key_PageUp ? -10 : 10
                event.accepted = event.key === Qt.Key_PageUp || event.key === Qt.Key_PageDown
                if (event.accepted)
                    panel.stepped(rows)
            }
        }
        Item {
            id: body

            x: 10
            y: field.y + field.height + 8
            width: parent.width - 20
            height: childrenRect.height
        }
    }
}
