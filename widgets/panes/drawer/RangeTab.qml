// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The selected range: where its time went, by name, by kernel group, on the GPUs, as flame graph.
Item {
    id: tab

    required property WindowModel app
    required property TimelineItem timeline
    readonly property ThemeObject theme: app.theme
    required property RangeDetails range
    property int view: 0  // which of the choices
    readonly property RangeTableModel table: view === 1 ? range.groups : range.names

    component Choice: LinkButton {
        property int view

        height: 24
        theme: tab.theme
        current: tab.view === view
        Accessible.name: "Show " + text
        onClicked: tab.view = view
    }

    Binding {
        target: tab.range
        property: "watched"
        value: tab.visible
    }

    Text {
        anchors.centerIn: parent
        visible: !tab.range.hasRange
        text: "Drag over the tracks to select a range; R makes the selected slice one."
        color: tab.theme.color.secondaryText
    }
    Item {
        anchors.fill: parent
        visible: tab.range.hasRange

        Row {
            id: choices

            x: 8
            y: 3
            spacing: 4

            Choice { text: "By name"; view: 0 }
            Choice { text: "By kernel group"; view: 1 }
            Choice { text: "GPUs"; view: 2 }
            Choice { text: "Flame graph"; view: 3 }
        }
        Text {
            anchors.left: choices.right
            anchors.leftMargin: 16
            anchors.right: tools.left
            anchors.rightMargin: 12
            y: 3
            height: 24
            text: tab.range.measuring
                  ? "Measuring…"
                  : (tab.view === 3 && flame.currentText !== "" ? flame.currentText
                                                                : tab.range.summary)
            textFormat: Text.PlainText
            color: tab.theme.color.secondaryText
            font.pixelSize: 11
            elide: Text.ElideRight
            verticalAlignment: Text.AlignVCenter
        }
        Row {
            id: tools

            anchors.right: parent.right
            anchors.rightMargin: 10
            y: 3
            spacing: 4
            visible: tab.view < 2

            TextField {
                objectName: "rangeFilter"
                width: 160
                height: 24
                leftPadding: 8
                topPadding: 2
                bottomPadding: 2
                font.pixelSize: 11
                selectByMouse: true
                placeholderText: "Filter"
                color: tab.theme.color.text
                placeholderTextColor: tab.theme.color.secondaryText
                selectionColor: tab.theme.color.accent
                selectedTextColor: tab.theme.color.background
                Accessible.name: "Filter by name"
                onTextChanged: {
                    tab.range.names.filter = text
                    tab.range.groups.filter = text
                }
                background: Rectangle {
                    radius: 4
                    color: tab.theme.color.background
                    border.width: parent.activeFocus ? 2 : 1
                    border.color: parent.activeFocus ? tab.theme.color.accent
                                                     : tab.theme.color.secondaryText
                }
            }
            LinkButton {
                height: 24
                theme: tab.theme
                text: "Copy CSV"
                onClicked: tab.table.copyCsv()
            }
            LinkButton {
                height: 24
                theme: tab.theme
                text: "Copy Markdown"
                onClicked: tab.table.copyMarkdown()
            }
        }
        RangeTable {
            anchors.fill: parent
            anchors.topMargin: 30
            visible: tab.view < 2
            theme: tab.theme
            rows: tab.table
            onPicked: slice => tab.timeline.showInRange(slice)
        }
        RangeGpus {
            anchors.fill: parent
            anchors.topMargin: 30
            visible: tab.view === 2
            theme: tab.theme
            gpus: tab.range.gpus
        }
        FlameItem {
            id: flame

            objectName: "flame"
            anchors.fill: parent
            anchors.topMargin: 30
            visible: tab.view === 3
            theme: tab.theme
            range: tab.range
            onPicked: slice => tab.timeline.showInRange(slice)
            Accessible.role: Accessible.Graphic
            Accessible.name: "Flame graph of the range"
            Accessible.description: currentText
        }
    }
}
