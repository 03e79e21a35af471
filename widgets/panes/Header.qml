// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Layouts
import Gaplight

// File, hardware and length; how the GPU's time was spent; what can be done.
Rectangle {
    id: header

    required property WindowModel app
    required property TimelineItem timeline
    readonly property ThemeObject theme: app.theme

    color: theme.color.headerBackground

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: 12
        anchors.rightMargin: 6
        spacing: 8

        Text {
            Layout.maximumWidth: header.width * 0.28
            text: header.app.session.fileName
            textFormat: Text.PlainText
            color: header.theme.color.text
            font.weight: Font.DemiBold
            font.pixelSize: 13
            elide: Text.ElideMiddle
        }
        Text {
            Layout.maximumWidth: header.width * 0.22
            text: header.app.summary.hardware + " · " + header.app.summary.duration
            color: header.theme.color.secondaryText
            elide: Text.ElideRight
        }
        IdleBar {
            Layout.fillWidth: true
            Layout.leftMargin: 12
            Layout.rightMargin: 12
            app: header.app
        }
        FlatButton {
            theme: header.theme
            text: "Overlays"
            hint: "Show where time was lost (E)"
            checked: header.timeline.overlaysVisible
            onClicked: header.timeline.overlaysVisible = !header.timeline.overlaysVisible
        }
        FlatButton {
            theme: header.theme
            text: header.theme.dark ? "Light" : "Dark"
            hint: "Switch the theme (T)"
            onClicked: header.app.state.toggleTheme()
        }
        FlatButton {
            theme: header.theme
            text: "Open…"
            hint: "Open a trace (Ctrl+O)"
            onClicked: header.app.state.requestOpen()
        }
        FlatButton {
            theme: header.theme
            text: "?"
            hint: "Keys (?)"
            onClicked: header.app.state.helpOpen = true
        }
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: header.theme.color.grid
    }
}
