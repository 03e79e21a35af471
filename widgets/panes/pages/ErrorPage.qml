// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// A file could not be opened: what is wrong with it, and what to do next.
Rectangle {
    id: page

    required property WindowModel app
    readonly property ThemeObject theme: app.theme
    readonly property SessionObject session: app.session

    color: theme.color.background

    Column {
        anchors.centerIn: parent
        width: Math.min(640, parent.width - 48)
        spacing: 12

        Text {
            width: parent.width
            text: "This file could not be opened"
            color: page.theme.color.text
            font.pixelSize: 20
            font.weight: Font.DemiBold
        }
        Rectangle {
            width: parent.width
            height: message.implicitHeight + 20
            radius: 4
            color: page.theme.color.panelBackground

            Rectangle {
                width: 3
                height: parent.height
                color: page.theme.color.unhealthy
            }
            TextEdit {
                id: message

                x: 14
                y: 10
                width: parent.width - 28
                text: page.session.errorText
                textFormat: TextEdit.PlainText
                readOnly: true
                selectByMouse: true
                wrapMode: TextEdit.Wrap
                color: page.theme.color.text
                selectionColor: page.theme.color.accent
                selectedTextColor: page.theme.color.background
            }
        }
        Row {
            spacing: 8

            FlatButton {
                theme: page.theme
                text: "Open another…"
                strong: true
                onClicked: page.app.state.requestOpen()
            }
            FlatButton {
                theme: page.theme
                text: "Try again"
                outlined: true
                onClicked: page.session.open(page.session.path)
            }
            FlatButton {
                theme: page.theme
                text: page.session.hasTrace ? "Back to the trace" : "Back"
                outlined: true
                hint: "Esc"
                onClicked: page.session.dismissError()
            }
        }
    }
}
