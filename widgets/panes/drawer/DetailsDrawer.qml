// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The drawer below the timeline: a row of tabs and the open tab. A drag of the upper edge
// changes its height, a double click on it gives the usual one; a double click on a tab maximizes it.
Rectangle {
    id: drawer

    required property WindowModel app
    required property TimelineItem timeline
    readonly property int tabsHeight: Math.round(29 * Theme.scale)
    // The run that one works in: of two, the one that had the focus last.
    readonly property bool showsSecond: app.comparison.active && app.state.timeline !== timeline
                                        && app.state.timeline !== null
    readonly property TimelineItem shown: showsSecond ? app.state.timeline : timeline
    readonly property TraceContext context: showsSecond ? app.second : app.first
    readonly property string run: !app.comparison.shown ? "" : (showsSecond ? "B" : "A")

    function valueOf(row, path) {
        return path.split(".").reduce((object, name) => object[name],
                                      row.ofRun ? drawer.context : drawer.app)
    }
    function addPane(row) {
        const component = Qt.createComponent("../" + row.pane)
        const pane = component.createObject(panes, {
            app: drawer.app, timeline: drawer.timeline, context: drawer.app.first, visible: false
        })
        bindPane(row, pane)
    }
    function bindPane(row, pane) {
        pane.anchors.fill = panes
        pane.visible = Qt.binding(() => app.state.drawerOpen && app.state.drawerTab === row.tab)
        if (row.ofRun)
            bindToRun(pane)
    }
    function bindToRun(pane) {
        pane.timeline = Qt.binding(() => drawer.shown)
        pane.context = Qt.binding(() => drawer.context)
        pane.run = Qt.binding(() => drawer.run)
    }

    Component.onCompleted: app.state.tabs.forEach(addPane)

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
            const edge = Math.round(26 * Theme.scale)  // of a button over it
            contentX = Math.max(0, Math.min(Math.max(0, contentWidth - width), Math.max(
                tab.x + tab.width + edge - width, Math.min(contentX, tab.x - edge))))
        }
        function turn(pages) {
            contentX = Math.max(0, Math.min(contentWidth - width, contentX + pages * width))
        }

        Row {
            id: tabs

            leftPadding: 4
            rightPadding: 4
            Accessible.role: Accessible.PageTabList
            Accessible.name: "Details"

            Repeater {
                model: drawer.app.state.tabs

                DrawerTab {
                    required property var modelData

                    app: drawer.app
                    number: modelData.tab
                    text: modelData.title
                    visible: modelData.needs === "" || modelData.needs.split(" ")
                             .some(path => drawer.valueOf(modelData, path))
                    count: modelData.count === "" ? 0 : drawer.valueOf(modelData, modelData.count)
                    countColor: modelData.alarm !== ""
                                && drawer.valueOf(modelData, modelData.alarm) > 0
                                ? Theme.color[modelData.alarmColor] : Theme.color.secondaryText
                    onShown: strip.reveal(this)
                }
            }
        }
    }
    MoreTabs {
        objectName: "tabsBefore"
        visible: strip.interactive && strip.contentX > 0
        text: "‹"
        Accessible.name: "Tabs before"
        onClicked: strip.turn(-0.7)
    }
    MoreTabs {
        objectName: "tabsAfter"
        x: parent.width - width
        visible: strip.interactive && strip.contentX + strip.width < strip.contentWidth - 1
        text: "›"
        Accessible.name: "Further tabs"
        onClicked: strip.turn(0.7)
    }
    PlainLabel {
        anchors.right: parent.right
        anchors.rightMargin: 12
        height: drawer.tabsHeight
        visible: text !== "" && width > 0
        objectName: "filesBeside"
        // Files beside the trace may come from someone else: what they change is always shown.
        readonly property string filesBeside:
            [drawer.app.first.session.settingsNotice, drawer.app.first.notes.fileNotice]
            .filter(notice => notice !== "").join(" · ")
        text: drawer.app.first.session.updatingFindings
              ? (drawer.app.first.session.analysisNotice === "" ? "Updating findings…" : "Analyzing…")
              : filesBeside
        color: Theme.color.secondaryText
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

        Item {
            id: panes

            anchors.fill: parent
        }
        Rectangle {
            objectName: "analysisNotice"
            anchors.fill: parent
            visible: notice.text !== "" && drawer.app.state.tabs.find(
                         row => row.tab === drawer.app.state.drawerTab).showsAnalysis
            color: Theme.color.panelBackground

            PlainLabel {
                id: notice

                anchors.centerIn: parent
                width: Math.min(implicitWidth, parent.width - 24)
                text: drawer.app.first.session.analysisNotice
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
        onDoubleClicked: drawer.app.state.resetDrawerHeight()
    }

    // Over the edge where the row of tabs is cut.
    component MoreTabs: FlatButton {
        y: 1
        width: Math.round(26 * Theme.scale)
        height: drawer.tabsHeight - 2
        leftPadding: 0
        rightPadding: 0
        focusPolicy: Qt.NoFocus  // Tab reaches the tabs themselves, and shows them
        Accessible.ignored: !visible
        background: Rectangle {
            color: Theme.color.panelBackground
            border.width: 1
            border.color: Theme.color.grid
        }
    }

    // The button of one tab of the drawer, with a count.
    component DrawerTab: TabButton {
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
        checkable: false  // a click closes the open tab
        focusPolicy: Qt.TabFocus
        hoverEnabled: true
        topPadding: 0
        bottomPadding: 0
        spacing: 0
        width: implicitWidth
        Accessible.name: tab.count > 0 ? text + ", " + app.state.textOfCount(tab.count) : text
        Accessible.selected: current
        Accessible.ignored: !visible
        leftPadding: 12
        rightPadding: 12
        height: Math.round(28 * Theme.scale)
        // Another click may follow: a tab that is to be maximized does not close before.
        onClicked: current ? closing.restart() : app.state.showTab(number)
        onDoubleClicked: {
            closing.stop()
            app.state.showTab(number)
            app.state.drawerMaximized = !app.state.drawerMaximized
        }

        Timer {
            id: closing

            interval: 200
            onTriggered: tab.app.state.drawerOpen = false
        }

        contentItem: Row {
            spacing: 6

            PlainLabel {
                Accessible.ignored: true
                text: tab.text
                color: tab.current || tab.hovered ? Theme.color.text
                                                  : Theme.color.secondaryText
                height: parent.height
                verticalAlignment: Text.AlignVCenter
            }
            PlainLabel {
                Accessible.ignored: true
                visible: tab.count > 0
                text: tab.app.state.textOfCount(tab.count)
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
