// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The drawer below the timeline: a row of tabs and the open tab. A drag of the upper edge
// changes its height.
Rectangle {
    id: drawer

    required property WindowModel app
    required property TimelineItem timeline
    readonly property int tabsHeight: Math.round(29 * Theme.scale)
    // The run that one works in: of two, the one that had the focus last.
    readonly property bool showsSecond: app.comparison.active && app.state.timeline !== timeline
                                        && app.state.timeline !== null
    readonly property TimelineItem shown: showsSecond ? app.state.timeline : timeline
    readonly property string run: !app.comparison.shown ? "" : (showsSecond ? "B" : "A")

    component Tab: DrawerTab {
        onShown: strip.reveal(this)
    }

    color: Theme.color.panelBackground
    clip: true

    Rectangle {
        width: parent.width
        height: 1
        color: Theme.color.grid
    }
    // In a narrow window the row of tabs is wider; the open one and the one with the focus are seen.
    Flickable {
        id: strip

        y: 1
        width: parent.width
        height: drawer.tabsHeight - 1
        contentWidth: tabs.width
        clip: true
        interactive: contentWidth > width
        boundsBehavior: Flickable.StopAtBounds

        function reveal(tab) {
            contentX = Math.max(tab.x + tab.width - width, Math.min(contentX, tab.x))
        }

        Row {
            id: tabs

            leftPadding: 4
            rightPadding: 4

            Tab {
                app: drawer.app
                visible: drawer.app.ranks.active
                number: WindowState.RanksTab
                text: "Ranks"
                count: drawer.app.rankTable.findingCount
            }
            Tab {
                app: drawer.app
                number: WindowState.FindingsTab
                text: "Findings"
                count: drawer.app.findings.count
            }
            Tab {
                app: drawer.app
                number: WindowState.SelectionTab
                text: "Selection"
            }
            Tab {
                app: drawer.app
                number: WindowState.RangeTab
                text: "Range"
            }
            Tab {
                app: drawer.app
                number: WindowState.IdleTab
                text: "Idle"
                count: drawer.app.idle.count
            }
            Tab {
                app: drawer.app
                number: WindowState.ChecklistTab
                text: "Checklist"
                count: drawer.app.checklist.unhealthy
                countColor: Theme.color.unhealthy
            }
            Tab {
                app: drawer.app
                number: WindowState.WhatIfTab
                text: "What if"
                count: drawer.app.whatIf.changes.ticked
            }
            Tab {
                app: drawer.app
                number: WindowState.SearchTab
                text: "Search"
                count: drawer.app.search.count
            }
            Tab {
                app: drawer.app
                number: WindowState.MemoryTab
                text: "Memory"
                count: drawer.app.memory.alone ? 0 : drawer.app.memoryFindings.count
            }
            Tab {
                app: drawer.app
                number: WindowState.RooflineTab
                text: "Roofline"
            }
            Tab {
                app: drawer.app
                number: WindowState.NotesTab
                text: "Notes"
                count: (drawer.shown.notes || drawer.app.notes).count
            }
            Tab {
                app: drawer.app
                number: WindowState.IssuesTab
                text: "Import issues"
                count: drawer.app.issues.count
                countColor: drawer.app.issues.harmful > 0 ? Theme.color.warningText
                                                          : Theme.color.secondaryText
            }
            Tab {
                app: drawer.app
                number: WindowState.CompareTab
                text: "Compare"
            }
        }
    }
    PlainLabel {
        anchors.right: parent.right
        anchors.rightMargin: 12
        height: drawer.tabsHeight
        visible: text !== ""
        objectName: "filesBeside"
        // Files beside the trace may come from someone else: what they change is always shown.
        readonly property string filesBeside:
            [drawer.app.session.settingsNotice, drawer.app.notes.fileNotice]
            .filter(notice => notice !== "").join(" · ")
        text: drawer.app.session.updatingFindings
              ? (drawer.app.session.analysisNotice === "" ? "Updating findings…" : "Analyzing…")
              : (drawer.app.session.settingsError === ""
                 ? filesBeside : "Default thresholds are used: " + drawer.app.session.settingsError)
        color: drawer.app.session.updatingFindings || text === filesBeside
               ? Theme.color.secondaryText : Theme.color.warningText
        font.pixelSize: Theme.smallSize
        width: parent.width - tabs.width - 40
        horizontalAlignment: Text.AlignRight
        verticalAlignment: Text.AlignVCenter
        elide: Text.ElideRight
    }
    Rectangle {
        y: drawer.tabsHeight - 1
        width: parent.width
        height: 1
        color: Theme.color.grid
        visible: drawer.app.state.drawerOpen
    }
    Item {
        y: drawer.tabsHeight
        width: parent.width
        height: parent.height - y
        visible: drawer.app.state.drawerOpen

        FindingsTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerTab === WindowState.FindingsTab
            app: drawer.app
            timeline: drawer.timeline
        }
        ChecklistTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerTab === WindowState.ChecklistTab
            app: drawer.app
            timeline: drawer.timeline
        }
        SelectionTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerTab === WindowState.SelectionTab
            app: drawer.app
            timeline: drawer.shown
            details: drawer.showsSecond ? drawer.app.second.details : drawer.app.details
            run: drawer.run
        }
        RangeTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerTab === WindowState.RangeTab
            app: drawer.app
            timeline: drawer.shown
            range: drawer.showsSecond ? drawer.app.second.range : drawer.app.range
            gap: drawer.showsSecond ? drawer.app.second.gap : drawer.app.first.gap
        }
        IdleTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerTab === WindowState.IdleTab
            app: drawer.app
            timeline: drawer.timeline
        }
        CompareTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerTab === WindowState.CompareTab
            app: drawer.app
        }
        WhatIfTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerOpen
                     && drawer.app.state.drawerTab === WindowState.WhatIfTab
            app: drawer.app
        }
        SearchTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerTab === WindowState.SearchTab
            app: drawer.app
            timeline: drawer.timeline
        }
        MemoryTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerOpen
                     && drawer.app.state.drawerTab === WindowState.MemoryTab
            app: drawer.app
            timeline: drawer.timeline
        }
        RooflineTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerOpen
                     && drawer.app.state.drawerTab === WindowState.RooflineTab
            app: drawer.app
            timeline: drawer.timeline
        }
        NotesTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerTab === WindowState.NotesTab
            app: drawer.app
            timeline: drawer.shown
            run: drawer.run
        }
        RanksTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerTab === WindowState.RanksTab
            app: drawer.app
        }
        IssuesTab {
            anchors.fill: parent
            visible: drawer.app.state.drawerTab === WindowState.IssuesTab
            app: drawer.app
        }
        Rectangle {
            objectName: "analysisNotice"
            anchors.fill: parent
            visible: notice.text !== "" && [
                         WindowState.FindingsTab, WindowState.ChecklistTab, WindowState.RangeTab,
                         WindowState.IdleTab, WindowState.WhatIfTab, WindowState.RooflineTab
                     ].includes(drawer.app.state.drawerTab)
            color: Theme.color.panelBackground

            PlainLabel {
                id: notice

                anchors.centerIn: parent
                width: Math.min(implicitWidth, parent.width - 24)
                text: drawer.app.session.analysisNotice
                color: Theme.color.secondaryText
                wrapMode: Text.Wrap
                horizontalAlignment: Text.AlignHCenter
            }
            MouseArea {  // what lies below has nothing to show yet
                anchors.fill: parent
                hoverEnabled: true
                onWheel: wheel => wheel.accepted = true
            }
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

    // The button of one tab of the drawer, with a count.
    component DrawerTab: AbstractButton {
        id: tab

        required property WindowModel app
        required property int number
        property int count: 0
        property color countColor: Theme.color.secondaryText
        readonly property bool current: app.state.drawerOpen && app.state.drawerTab === number

        // It must be seen: it was opened, or has the focus.
        signal shown()

        onCurrentChanged: if (current) shown()
        onVisualFocusChanged: if (visualFocus) shown()
        focusPolicy: Qt.TabFocus
        hoverEnabled: true
        Accessible.name: text
        leftPadding: 12
        rightPadding: 12
        height: Math.round(28 * Theme.scale)
        onClicked: {
            app.state.drawerOpen = !current
            app.state.drawerTab = number
        }

        contentItem: Row {
            spacing: 6

            PlainLabel {
                text: tab.text
                color: tab.current || tab.hovered ? Theme.color.text
                                                  : Theme.color.secondaryText
                height: parent.height
                verticalAlignment: Text.AlignVCenter
            }
            PlainLabel {
                visible: tab.count > 0
                text: tab.count
                color: tab.countColor
                font.pixelSize: Theme.smallSize
                height: parent.height
                verticalAlignment: Text.AlignVCenter
            }
        }
        background: Item {
            Rectangle {
                visible: tab.current
                anchors.bottom: parent.bottom
                width: parent.width
                height: 2
                color: Theme.color.accent
            }
            Rectangle {
                visible: tab.visualFocus
                anchors.fill: parent
                anchors.margins: 2
                color: "transparent"
                border.width: 1
                border.color: Theme.color.accent
            }
        }
    }
}
