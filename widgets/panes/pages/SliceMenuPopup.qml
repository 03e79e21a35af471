// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Context menu of a slice or an overlay.
ContextMenu {
    id: menu

    required property WindowModel app
    required property TimelineItem timeline
    required property TraceContext context
    readonly property SliceMenu target: timeline.sliceMenu

    objectName: "sliceMenu"

    MenuEntry {
        text: menu.target.title
        enabled: false
    }
    MenuEntry {
        text: menu.target.isSlice ? "Copy the name" : "Copy"
        keys: menu.target.isSlice ? "Ctrl+C" : ""
        onTriggered: menu.target.copyName()
    }
    MenuEntry {
        text: "Copy file and line"
        keys: "Ctrl+Shift+C"
        shown: menu.target.source !== ""
        onTriggered: menu.target.copySource()
    }
    MenuEntry {
        text: "Open in the editor"
        keys: "Ctrl+Shift+E"
        shown: menu.target.source !== ""
        onTriggered: menu.target.openSource()
    }
    MenuEntry {
        text: "Find all of this name"
        keys: "Ctrl+Shift+F"
        shown: menu.target.isSlice
        onTriggered: menu.target.findSameName()
    }
    MenuEntry {
        text: "Follow the arrow: to the kernel"
        keys: "]"
        shown: menu.target.leadsForward
        onTriggered: menu.target.followArrow(true)
    }
    MenuEntry {
        text: "Go to the launch call"
        keys: "["
        shown: menu.target.leadsBack
        onTriggered: menu.target.followArrow(false)
    }
    MenuEntry {
        text: "Select as a range"
        keys: menu.target.isSlice ? "R" : ""
        onTriggered: menu.target.selectRange()
    }
    MenuEntry {
        objectName: "againstMedianStep"
        text: "Flame graph against the median step"
        shown: menu.target.isStep
        onTriggered: {
            menu.target.selectStep()
            menu.context.range.compareWithMedianStep()
            menu.app.state.showTab(WindowState.RangeTab)
        }
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
        text: "What if…"
        keys: "I"
        shown: menu.target.isSlice
        onTriggered: menu.app.state.showTab(WindowState.WhatIfTab)
    }
    MenuEntry {
        text: "Add a note"
        keys: menu.target.isSlice ? "M" : ""
        onTriggered: menu.target.addNote()
    }
    MenuEntry {
        text: "Go to the finding"
        shown: menu.target.hasFinding
        onTriggered: menu.target.goToFinding()
    }
    MenuEntry {
        text: "About this rule"
        shown: menu.target.rule !== ""
        onTriggered: menu.app.findings.help.rule = menu.target.rule
    }
    MenuEntry {
        text: "Track…"
        shown: menu.target.isSlice
        onTriggered: menu.target.openTrackMenu()
    }
    MenuEntry {
        text: "Hide the track"
        keys: "Ctrl+H"
        shown: menu.target.isSlice
        onTriggered: menu.target.hideTrack()
    }
}
