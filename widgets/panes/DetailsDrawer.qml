// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// The pane below the timeline: a row of tabs, and the open one. Its upper edge can be dragged.
Rectangle {
    id: drawer

    required property WindowModel app
    required property TimelineItem timeline
    readonly property ThemeObject theme: app.theme
    readonly property int tabsHeight: 29

    color: theme.color.panelBackground
    clip: true

    Rectangle {
        width: parent.width
        height: 1
        color: drawer.theme.color.grid
    }
    Row {
        id: tabs

        x: 4
        y: 1

        DrawerTab {
            app: drawer.app
            number: 0
            text: "Selection"
        }
        DrawerTab {
            app: drawer.app
            number: 1
            text: "Idle"
            count: drawer.app.idle.count
        }
        DrawerTab {
            app: drawer.app
            number: 2
            text: "Import issues"
            count: drawer.app.issues.count
            countColor: drawer.theme.color.idleGapLabel
        }
    }
    Rectangle {
        y: drawer.tabsHeight - 1
        width: parent.width
        height: 1
        color: drawer.theme.color.grid
        visible: drawer.app.state.drawerOpen
    }
    Item {
        y: drawer.tabsHeight
        width: parent.width
        height: parent.height - y
        visible: drawer.app.state.drawerOpen

        SelectionTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerTab === 0
            app: drawer.app
            timeline: drawer.timeline
        }
        IdleTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerTab === 1
            app: drawer.app
            timeline: drawer.timeline
        }
        IssuesTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerTab === 2
            app: drawer.app
        }
    }
    MouseArea {
        width: parent.width
        height: 5
        enabled: drawer.app.state.drawerOpen
        cursorShape: Qt.SizeVerCursor
        onPositionChanged: mouse => {
            drawer.app.state.drawerHeight = drawer.height - mouse.y
        }
    }
}
