// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Context menu of a track or a group.
ContextMenu {
    id: menu

    required property TimelineItem timeline
    readonly property TrackMenu tracks: timeline.trackMenu

    signal filterRequested()

    objectName: "trackMenu"

    MenuEntry {
        text: menu.tracks.title
        enabled: false
    }
    MenuEntry {
        text: menu.tracks.pinned ? "Unpin" : "Pin to the top"
        shown: !menu.tracks.isGroup
        onTriggered: menu.tracks.togglePinned()
    }
    MenuEntry {
        text: "Unpin all (" + menu.tracks.pinnedCount + ")"
        shown: menu.tracks.pinnedCount > 1
        onTriggered: menu.tracks.unpinAll()
    }
    MenuEntry {
        text: "More rows of pinned tracks"
        shown: menu.tracks.pinned
        onTriggered: menu.tracks.addPinnedRows(4)
    }
    MenuEntry {
        text: "Fewer rows of pinned tracks"
        shown: menu.tracks.pinned
        onTriggered: menu.tracks.addPinnedRows(-4)
    }
    MenuEntry {
        text: menu.tracks.collapsed ? "Expand" : "Collapse"
        shown: menu.tracks.collapsible
        onTriggered: menu.tracks.toggleCollapsed()
    }
    MenuEntry {
        text: (menu.tracks.folded ? "Show rows of overlapping slices ("
                                  : "Fold rows of overlapping slices (")
              + menu.tracks.overflowRows + ")"
        shown: menu.tracks.overflowRows > 0
        onTriggered: menu.tracks.toggleFolded()
    }
    MenuEntry {
        text: menu.tracks.inRange ? "Take out of the range" : "Add to the range"
        keys: "Ctrl+click"
        onTriggered: menu.tracks.toggleInRange()
    }
    MenuEntry {
        text: "Cursor A here"
        keys: "V"
        onTriggered: menu.timeline.placeCursorAtMenu(0)
    }
    MenuEntry {
        text: "Cursor B here"
        keys: "B"
        onTriggered: menu.timeline.placeCursorAtMenu(1)
    }
    MenuEntry {
        text: "Move up"
        shown: !menu.tracks.pinned
        onTriggered: menu.tracks.moveBy(-1)
    }
    MenuEntry {
        text: "Move down"
        shown: !menu.tracks.pinned
        onTriggered: menu.tracks.moveBy(1)
    }
    MenuEntry {
        text: menu.tracks.isGroup ? "Hide the group" : "Hide"
        onTriggered: menu.tracks.hide()
    }
    MenuEntry {
        text: "Show hidden tracks (" + menu.tracks.hiddenCount + ")"
        shown: menu.tracks.hiddenCount > 0
        onTriggered: menu.tracks.showHidden()
    }
    MenuEntry {
        text: "Collapse all"
        onTriggered: menu.tracks.collapseAll()
    }
    MenuEntry {
        text: "Expand all"
        onTriggered: menu.tracks.expandAll()
    }
    MenuEntry {
        text: "Sort tracks by name"
        choice: menu.tracks.order === TrackMenu.ByName
        onTriggered: menu.tracks.sortBy(TrackMenu.ByName)
    }
    MenuEntry {
        text: "Sort tracks by busy time"
        choice: menu.tracks.order === TrackMenu.ByBusyTime
        onTriggered: menu.tracks.sortBy(TrackMenu.ByBusyTime)
    }
    MenuEntry {
        text: "Sort tracks by first event"
        choice: menu.tracks.order === TrackMenu.ByFirstEvent
        onTriggered: menu.tracks.sortBy(TrackMenu.ByFirstEvent)
    }
    MenuEntry {
        text: "Sort tracks as usual"
        choice: menu.tracks.order === TrackMenu.AsUsual
        onTriggered: menu.tracks.sortBy(TrackMenu.AsUsual)
    }
    MenuEntry {
        text: "Group threads by process"
        choice: menu.tracks.grouping === TrackMenu.OfProcesses
        onTriggered: menu.tracks.groupBy(TrackMenu.OfProcesses)
    }
    MenuEntry {
        text: "Group threads by name"
        choice: menu.tracks.grouping === TrackMenu.OfNames
        onTriggered: menu.tracks.groupBy(TrackMenu.OfNames)
    }
    MenuEntry {
        text: "All threads in one group"
        choice: menu.tracks.grouping === TrackMenu.OfAll
        onTriggered: menu.tracks.groupBy(TrackMenu.OfAll)
    }
    MenuEntry {
        text: "Go to the thread that launches here"
        shown: menu.tracks.hasLaunches
        onTriggered: menu.tracks.goToLaunch()
    }
    MenuEntry {
        text: "Filter tracks…"
        keys: "Ctrl+P"
        onTriggered: menu.filterRequested()
    }
    MenuEntry {
        text: menu.tracks.compact ? "Normal rows" : "Compact rows"
        onTriggered: menu.tracks.toggleCompact()
    }
}
