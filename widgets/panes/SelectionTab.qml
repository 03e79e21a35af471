// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Layouts
import Gaplight

// The selected slice: its name, its times and place, what it is bound to, what encloses it, its
// args.
Item {
    id: tab

    required property WindowModel app
    required property TimelineItem timeline
    readonly property ThemeObject theme: app.theme
    readonly property SliceDetails details: app.details

    component Divider: Rectangle {
        Layout.fillHeight: true
        Layout.preferredWidth: 1
        color: tab.theme.color.grid
    }

    Text {
        anchors.centerIn: parent
        visible: !tab.details.hasSlice
        text: "Click a slice to see what it is. Drag over the tracks to measure a range."
        color: tab.theme.color.secondaryText
    }
    Item {
        anchors.fill: parent
        visible: tab.details.hasSlice

        TextEdit {
            id: name

            x: 12
            y: 8
            width: parent.width - 24
            height: Math.min(implicitHeight, 34)
            clip: true
            text: tab.details.name
            textFormat: TextEdit.PlainText
            readOnly: true
            selectByMouse: true
            wrapMode: TextEdit.WrapAnywhere
            color: tab.theme.color.text
            selectionColor: tab.theme.color.accent
            selectedTextColor: tab.theme.color.background
            font.weight: Font.DemiBold
            font.pixelSize: 13
        }
        RowLayout {
            anchors.fill: parent
            anchors.topMargin: name.y + name.height + 2
            spacing: 0

            DetailColumn {
                Layout.fillHeight: true
                Layout.fillWidth: true
                Layout.preferredWidth: 360
                theme: tab.theme
                rows: tab.details.facts
                title: "Slice"
            }
            Divider {}
            DetailColumn {
                Layout.fillHeight: true
                Layout.fillWidth: true
                Layout.preferredWidth: 340
                theme: tab.theme
                rows: tab.details.links
                title: "Launches and flows"
                emptyText: "none recorded"
                keyWidth: 150
                onFollowed: slice => tab.timeline.goToSlice(slice)
            }
            Divider {}
            DetailColumn {
                Layout.fillHeight: true
                Layout.fillWidth: true
                Layout.preferredWidth: 400
                theme: tab.theme
                rows: tab.details.stack
                title: tab.details.stackTitle
                emptyText: "nothing encloses it"
                keyWidth: 80
                onFollowed: slice => tab.timeline.goToSlice(slice)
            }
            Divider {}
            DetailColumn {
                Layout.fillHeight: true
                Layout.fillWidth: true
                Layout.preferredWidth: 400
                theme: tab.theme
                rows: tab.details.args
                title: "Args"
                emptyText: "none recorded"
                keyWidth: 150
            }
        }
    }
}
