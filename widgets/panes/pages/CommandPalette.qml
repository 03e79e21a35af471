// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Search for an action, a recent file or a sample by its name; Enter performs or opens it.
TopPanel {
    id: finder

    required property WindowModel app

    title: "Find a command"
    placeholder: "Type a command"
    onClosed: app.state.paletteOpen = false
    onTextChanged: {
        app.commands.filter = text
        list.currentIndex = 0
    }
    onAccepted: app.commands.run(list.currentIndex)
    onStepped: rows => {
        list.currentIndex = Math.max(0, Math.min(list.count - 1, list.currentIndex + rows))
    }

    PlainLabel {
        visible: finder.app.commands.count === 0
        height: Math.round(28 * Theme.scale)
        leftPadding: 10
        text: "No matching command."
        color: Theme.color.secondaryText
        verticalAlignment: Text.AlignVCenter
    }
    ListView {
        id: list

        objectName: "commands"
        width: parent.width
        height: Math.min(contentHeight, finder.height - 160)
        clip: true
        model: finder.app.commands
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        keyNavigationEnabled: false
        highlightFollowsCurrentItem: false
        onCurrentIndexChanged: positionViewAtIndex(currentIndex, ListView.Contain)
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {}
        Accessible.role: Accessible.List
        Accessible.name: "Commands"

        delegate: Rectangle {
            id: row

            required property int index
            required property string title
            required property string section
            required property string keys
            required property bool chosen

            width: list.width
            height: Math.round(28 * Theme.scale)
            radius: 4
            color: ListView.isCurrentItem || over.containsMouse ? Theme.color.grid
                                                                : "transparent"
            Accessible.role: Accessible.ListItem
            Accessible.name: [title, section, keys, chosen ? "chosen" : ""]
                .filter(text => text !== "").join(", ")

            PlainLabel {
                id: name

                x: 10
                width: Math.min(implicitWidth, shortcut.x - x - place.implicitWidth - 24)
                height: parent.height
                text: row.title
                color: Theme.color.text
                elide: Text.ElideRight
                verticalAlignment: Text.AlignVCenter
            }
            PlainLabel {
                id: place

                anchors.left: name.right
                anchors.leftMargin: 12
                height: parent.height
                text: row.section
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
                verticalAlignment: Text.AlignVCenter
            }
            PlainLabel {
                id: shortcut

                anchors.right: parent.right
                anchors.rightMargin: 14
                height: parent.height
                text: row.chosen ? "✓" : row.keys
                color: Theme.color.accent
                font.weight: Font.DemiBold
                verticalAlignment: Text.AlignVCenter
            }
            MouseArea {
                id: over

                anchors.fill: parent
                hoverEnabled: true
                onClicked: finder.app.commands.run(row.index)
            }
        }
    }
}
