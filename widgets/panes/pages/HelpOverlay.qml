// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The key bindings, over the whole window. A click closes it.
FocusScope {
    id: overlay

    required property WindowModel app
    // As many beside each other as there is room for.
    readonly property var columns:
        width >= 1360 ? [["Move", "Search", "Notes"], ["Select", "Find lost time"],
                          ["Window", "Several ranks"]]
        : width >= 900 ? [["Move", "Select", "Notes", "Several ranks"],
                          ["Find lost time", "Search", "Window"]]
        : [[]]

    onVisibleChanged: {
        if (visible)
            flick.forceActiveFocus()
    }

    Rectangle {
        anchors.fill: parent
        color: Qt.alpha(Theme.color.background, 0.8)
    }
    MouseArea {
        anchors.fill: parent
        hoverEnabled: true
        onClicked: overlay.app.state.helpOpen = false
        onWheel: wheel => wheel.accepted = true
    }
    Rectangle {
        anchors.centerIn: parent
        width: list.width + 56
        height: Math.min(parent.height - 24, list.height + 32)
        radius: 8
        color: Theme.color.panelBackground
        border.width: 1
        border.color: Theme.color.grid

        Flickable {
            id: flick

            anchors.fill: parent
            anchors.margins: 16
            focus: true
            Keys.onDownPressed: bar.increase()
            Keys.onUpPressed: bar.decrease()
            Accessible.name: "Keys"
            contentHeight: list.height
            contentWidth: list.width
            clip: true
            boundsBehavior: Flickable.StopAtBounds
            ScrollBar.vertical: PaneScrollBar { id: bar }

            Column {
                id: list

                spacing: 12

                Row {
                    spacing: 28

                    Repeater {
                        model: overlay.columns

                        KeyList {
                            required property var modelData

                            actions: overlay.app.actions
                            sections: modelData
                        }
                    }
                }
                PlainLabel {
                    text: "Wheel scrolls, Shift+wheel pans, Ctrl+wheel zooms at the pointer.\n"
                          + "Drag over the tracks to select a range; its edges snap to slices"
                          + " (not with Alt) and can be dragged.\n"
                          + "Shift+drag or middle-drag to pan. Right click for the menu of a slice,"
                          + " an overlay or a track."
                    color: Theme.color.secondaryText
                }
            }
        }
    }

    // The table of key bindings by section.
    component KeyList: Column {
        id: keyList

        required property ActionListModel actions
        property var sections: []  // names; none: all of them

        Repeater {
            id: rows

            model: keyList.actions

            Column {
                id: row

                required property int index
                required property string section
                required property string keys
                required property string title
                readonly property bool first:
                    index === 0 || rows.itemAt(index - 1) === null
                    || rows.itemAt(index - 1).section !== section

                visible: keyList.sections.length === 0 || keyList.sections.indexOf(section) >= 0

                PlainLabel {
                    visible: row.first
                    leftPadding: 88
                    topPadding: row.y < 1 ? 0 : 4
                    bottomPadding: 0
                    text: row.section
                    color: Theme.color.secondaryText
                    font.pixelSize: Theme.smallSize
                }
                Row {
                    spacing: 12

                    PlainLabel {
                        width: Math.round(76 * Theme.scale)
                        height: Math.round(17 * Theme.scale)
                        text: row.keys
                        color: Theme.color.accent
                        font.weight: Font.DemiBold
                        horizontalAlignment: Text.AlignRight
                    }
                    PlainLabel {
                        height: Math.round(17 * Theme.scale)
                        text: row.title
                        color: Theme.color.text
                    }
                }
            }
        }
    }
}
