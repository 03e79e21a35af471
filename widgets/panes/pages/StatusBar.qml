// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Layouts
import Gaplight

// What is under the pointer, what is selected, how far one is zoomed in.
Rectangle {
    id: status

    required property WindowModel app
    required property TimelineItem timeline
    readonly property ThemeObject theme: app.theme

    color: theme.color.headerBackground

    component Line: Text {
        textFormat: Text.PlainText
        color: status.theme.color.secondaryText
        font.pixelSize: 11
        elide: Text.ElideRight
        verticalAlignment: Text.AlignVCenter
    }

    Rectangle {
        width: parent.width
        height: 1
        color: status.theme.color.grid
    }
    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: 12
        anchors.rightMargin: 12
        spacing: 24

        Line {
            Layout.fillWidth: true
            Layout.preferredWidth: 300
            text: status.timeline.hoverText
            color: status.theme.color.text
        }
        Line {
            Layout.fillWidth: true
            Layout.preferredWidth: 240
            text: status.timeline.selectionText
        }
        Line { text: status.app.summary.slices }
        Line { text: status.timeline.zoomText }
        Line { text: status.app.summary.memory + " in memory" }
    }
}
