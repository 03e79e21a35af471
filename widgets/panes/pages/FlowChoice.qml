// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// List of the arrows of the selected slice, to choose one to follow; opens below the slice.
FocusScope {
    id: choice

    required property TimelineItem timeline
    readonly property FlowChoiceModel flows: timeline.flowChoices
    // Up, Down and Esc are its own.
    readonly property bool keepsKeys: true

    function place() {
        const slice = timeline.selectedRect
        const at = timeline.mapToItem(parent, slice.x, slice.y + slice.height + 6)
        x = Math.max(4, Math.min(at.x, parent.width - width - 4))
        y = Math.max(4, Math.min(at.y, parent.height - height - 4))
    }
    function follow(row) {
        timeline.chooseFlow(row)
        timeline.forceActiveFocus()
    }

    visible: flows.open
    width: 460
    height: heading.height + list.height + 12
    z: 2
    onVisibleChanged: {
        if (visible) {
            list.currentIndex = 0
            place()
            list.forceActiveFocus()
        }
    }
    // A click elsewhere.
    onActiveFocusChanged: {
        if (!activeFocus)
            flows.close()
    }
    Accessible.role: Accessible.Dialog
    Accessible.name: flows.title

    Rectangle {
        anchors.fill: parent
        radius: 6
        color: Theme.color.panelBackground
        border.width: 1
        border.color: Theme.color.secondaryText
    }
    PlainLabel {
        id: heading

        x: 12
        width: parent.width - 24
        height: Math.round(28 * Theme.scale)
        text: choice.flows.title
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        elide: Text.ElideRight
        verticalAlignment: Text.AlignVCenter
    }
    ListView {
        id: list

        objectName: "flowChoices"
        x: 6
        y: heading.height
        width: parent.width - 12
        height: Math.min(count, 10) * 24
        clip: true
        model: choice.flows
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        highlightFollowsCurrentItem: false
        onCurrentIndexChanged: positionViewAtIndex(currentIndex, ListView.Contain)
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {}
        Keys.onReturnPressed: choice.follow(currentIndex)
        Keys.onEnterPressed: choice.follow(currentIndex)
        Keys.onEscapePressed: choice.timeline.forceActiveFocus()
        Keys.onPressed: event => {
            event.accepted = event.text === "]" || event.text === "["
            if (event.text === "]")
                incrementCurrentIndex()
            else if (event.text === "[")
                decrementCurrentIndex()
        }
        Accessible.role: Accessible.List
        Accessible.name: choice.flows.title

        delegate: Rectangle {
            id: row

            required property int index
            required property string name
            required property string delay
            required property string place

            width: list.width
            height: Math.round(24 * Theme.scale)
            radius: 4
            color: ListView.isCurrentItem || over.containsMouse ? Theme.color.grid
                                                                : "transparent"
            Accessible.role: Accessible.ListItem
            Accessible.name: name + ", " + delay + ", " + place

            PlainLabel {
                x: 6
                width: 200
                height: parent.height
                text: row.name
                color: Theme.color.text
                elide: Text.ElideRight
                verticalAlignment: Text.AlignVCenter
            }
            PlainLabel {
                x: 210
                width: Math.round(80 * Theme.scale)
                height: parent.height
                text: row.delay
                color: Theme.color.text
                horizontalAlignment: Text.AlignRight
                verticalAlignment: Text.AlignVCenter
            }
            PlainLabel {
                x: 304
                width: parent.width - x - 14
                height: parent.height
                text: row.place
                color: Theme.color.secondaryText
                elide: Text.ElideRight
                verticalAlignment: Text.AlignVCenter
            }
            MouseArea {
                id: over

                anchors.fill: parent
                hoverEnabled: true
                onClicked: choice.follow(row.index)
            }
        }
    }
}
