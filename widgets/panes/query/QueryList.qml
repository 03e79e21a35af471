// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Queries to choose: saved ones, those that come with the program, and those that ran last. A click
// or Return runs one, Delete removes a saved one.
ListView {
    id: list

    required property QueryLibrary queries

    signal chosen(int row)

    objectName: "queryList"
    topMargin: Math.round(4 * Theme.scale)
    bottomMargin: Math.round(4 * Theme.scale)
    clip: true
    model: queries
    cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
    boundsBehavior: Flickable.StopAtBounds
    activeFocusOnTab: true
    keyNavigationEnabled: true
    highlightFollowsCurrentItem: false
    onCurrentIndexChanged: if (activeFocus) positionViewAtIndex(currentIndex, ListView.Contain)
    ScrollBar.vertical: PaneScrollBar {}
    Keys.onReturnPressed: chosen(currentIndex)
    Keys.onEnterPressed: chosen(currentIndex)
    Keys.onDeletePressed: queries.remove(currentIndex)
    Accessible.role: Accessible.List
    Accessible.name: "Queries"

    section.property: "section"
    section.delegate: PlainLabel {
        required property string section

        width: list.width
        height: Math.round(22 * Theme.scale)
        leftPadding: 12
        text: section
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        verticalAlignment: Text.AlignVCenter
    }
    delegate: Rectangle {
        id: row

        required property int index
        required property string title
        required property string description
        required property bool isSaved
        readonly property bool focused: list.activeFocus && ListView.isCurrentItem

        width: list.width
        height: Math.round(22 * Theme.scale)
        color: over.containsMouse || focused ? Theme.color.grid : "transparent"
        Accessible.role: Accessible.ListItem
        Accessible.name: title

        PlainLabel {
            anchors.fill: parent
            leftPadding: 12
            rightPadding: remove.visible ? remove.width + 4 : 12
            text: row.title
            color: Theme.color.text
            elide: Text.ElideRight
            verticalAlignment: Text.AlignVCenter
        }
        MouseArea {
            id: over

            anchors.fill: parent
            hoverEnabled: true
            onClicked: {
                list.currentIndex = row.index
                list.chosen(row.index)
            }
        }
        LinkButton {
            id: remove

            anchors.right: parent.right
            anchors.rightMargin: 8
            anchors.verticalCenter: parent.verticalCenter
            visible: row.isSaved && (over.containsMouse || hovered || row.focused)
            focusPolicy: Qt.NoFocus
            text: "Remove"
            onClicked: list.queries.remove(row.index)
        }
        Tip {
            x: row.width
            y: 0
            visible: over.containsMouse && text !== ""
            text: row.description
        }
    }
}
