// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Context menu of a track or a group.
Menu {
    id: menu

    required property TimelineItem timeline
    readonly property TrackMenu tracks: timeline.trackMenu

    signal filterRequested()

    component Item: MenuItem {
        id: item

        property string keys

        implicitWidth: 260
        implicitHeight: visible ? 28 : 0
        leftPadding: 12
        rightPadding: 12
        contentItem: PlainLabel {
            text: item.text
            color: item.enabled ? Theme.color.text : Theme.color.secondaryText
            verticalAlignment: Text.AlignVCenter
            elide: Text.ElideRight

            PlainLabel {
                anchors.right: parent.right
                height: parent.height
                text: item.keys
                color: Theme.color.secondaryText
                verticalAlignment: Text.AlignVCenter
            }
        }
        background: Rectangle {
            color: item.highlighted ? Theme.color.grid : "transparent"
        }
    }

    objectName: "trackMenu"
    padding: 4
    focus: true
    onOpened: contentItem.forceActiveFocus(Qt.PopupFocusReason)
    closePolicy: Popup.CloseOnEscape | Popup.CloseOnPressOutside
    background: Rectangle {
        implicitWidth: 268
        radius: 6
        color: Theme.color.panelBackground
        border.width: 1
        border.color: Theme.color.secondaryText
    }
    contentItem: ListView {
        // Up, Down and Esc are the menu's own.
        readonly property bool keepsKeys: true

        implicitHeight: contentHeight
        model: menu.contentModel
        interactive: false
        currentIndex: menu.currentIndex
    }

    Item {
        text: menu.tracks.title
        enabled: false
    }
    Item {
        text: menu.tracks.pinned ? "Unpin" : "Pin to the top"
        visible: !menu.tracks.isGroup
        onTriggered: menu.tracks.togglePinned()
    }
    Item {
        text: "Unpin all (" + menu.tracks.pinnedCount + ")"
        visible: menu.tracks.pinnedCount > 1
        onTriggered: menu.tracks.unpinAll()
    }
    Item {
        text: "More rows of pinned tracks"
        visible: menu.tracks.pinned
        onTriggered: menu.tracks.addPinnedRows(4)
    }
    Item {
        text: "Fewer rows of pinned tracks"
        visible: menu.tracks.pinned
        onTriggered: menu.tracks.addPinnedRows(-4)
    }
    Item {
        text: menu.tracks.collapsed ? "Expand" : "Collapse"
        visible: menu.tracks.collapsible
        onTriggered: menu.tracks.toggleCollapsed()
    }
    Item {
        text: (menu.tracks.folded ? "Show rows of overlapping slices ("
                                  : "Fold rows of overlapping slices (")
              + menu.tracks.overflowRows + ")"
        visible: menu.tracks.overflowRows > 0
        onTriggered: menu.tracks.toggleFolded()
    }
    Item {
        text: menu.tracks.inRange ? "Take out of the range" : "Add to the range"
        keys: "Ctrl+click"
        onTriggered: menu.tracks.toggleInRange()
    }
    Item {
        text: "Move up"
        visible: !menu.tracks.pinned
        onTriggered: menu.tracks.moveBy(-1)
    }
    Item {
        text: "Move down"
        visible: !menu.tracks.pinned
        onTriggered: menu.tracks.moveBy(1)
    }
    Item {
        text: menu.tracks.isGroup ? "Hide the group" : "Hide"
        onTriggered: menu.tracks.hide()
    }
    Item {
        text: "Show hidden tracks (" + menu.tracks.hiddenCount + ")"
        visible: menu.tracks.hiddenCount > 0
        onTriggered: menu.tracks.showHidden()
    }
    Item {
        text: "Go to the thread that launches here"
        visible: menu.tracks.hasLaunches
        onTriggered: menu.tracks.goToLaunch()
    }
    Item {
        text: "Filter tracks…"
        keys: "Ctrl+P"
        onTriggered: menu.filterRequested()
    }
    Item {
        text: menu.tracks.compact ? "Normal rows" : "Compact rows"
        onTriggered: menu.tracks.toggleCompact()
    }
}
