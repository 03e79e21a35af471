// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Tab Search: hits in a list or by name; a click goes to the slice. With two traces, the hits of the
// trace clicked last.
DrawerPane {
    id: tab

    readonly property TimelineItem at: app.state.timeline ?? timeline
    readonly property SearchModel search: at.search ?? app.first.search
    readonly property SearchModel query: app.first.search
    property bool byName: false

    component Cell: PlainLabel {
        height: Math.round(20 * Theme.scale)
        verticalAlignment: Text.AlignVCenter
        color: Theme.color.text
        elide: Text.ElideRight
    }
    component Head: SortHead {
        required property int column

        sorted: tab.search.sorted === column
        descending: tab.search.descending
        onClicked: tab.search.sortBy(column)
    }

    PlainLabel {
        objectName: "searchEmpty"
        anchors.centerIn: parent
        width: Math.min(parent.width - 40, 640)
        visible: tab.search.count === 0
        text: tab.search.error !== "" ? tab.search.error
              : tab.search.text === ""
                ? "Search with / for a part of a name or a category, a length as in dur>50us, or a "
                  + "value of args as in stream=7 and Input Dims=[4096,*]. All of them combine."
                : (tab.search.searching ? "Searching…"
                   : tab.query.argKeys ? "No name, category or key of args matches."
                                       : "Nothing matches. To search for keys of args by a part of "
                                         + "them too, check Keys of args.")
        color: tab.search.error !== "" ? Theme.color.unhealthy
                                       : Theme.color.secondaryText
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
    }
    Row {
        id: choices

        x: 8
        y: Math.round(3 * Theme.scale)
        spacing: 4
        visible: tab.search.count > 0

        LinkButton {
            objectName: "searchByTime"
            height: Math.round(24 * Theme.scale)
            text: "List"
            current: !tab.byName
            onClicked: tab.byName = false
        }
        LinkButton {
            objectName: "searchByName"
            height: Math.round(24 * Theme.scale)
            text: "By name"
            current: tab.byName
            onClicked: tab.byName = true
        }
    }
    PlainLabel {
        objectName: "searchSummary"
        anchors.left: choices.right
        anchors.leftMargin: 12
        anchors.right: tools.left
        anchors.rightMargin: 12
        y: Math.round(3 * Theme.scale)
        height: Math.round(24 * Theme.scale)
        visible: choices.visible
        text: tab.search.status + (tab.search.summary === "" ? "" : " · " + tab.search.summary)
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        elide: Text.ElideRight
        verticalAlignment: Text.AlignVCenter
    }
    Row {
        id: tools

        anchors.right: parent.right
        anchors.rightMargin: 12
        y: Math.round(3 * Theme.scale)
        z: 1
        spacing: 8

        LinkButton {
            objectName: "searchStop"
            height: Math.round(24 * Theme.scale)
            visible: tab.search.searching
            text: tab.search.valuesRead < 1
                  ? "Stop (" + Math.floor(tab.search.valuesRead * 100) + " % of args compared)"
                  : "Stop"
            onClicked: tab.search.stop()
        }
        LinkButton {
            height: Math.round(24 * Theme.scale)
            visible: tab.byName && tab.search.count > 0
            text: "Copy CSV"
            onClicked: tab.search.groups.copyCsv()
        }
        LinkButton {
            objectName: "searchPin"
            height: Math.round(24 * Theme.scale)
            visible: tab.query.pinned || (tab.query.count > 0 && !tab.query.searching)
            text: tab.query.pinned ? "Remove track" : "Show as track"
            onClicked: tab.query.togglePinned()
        }
        LinkButton {
            objectName: "searchUnpinAll"
            height: Math.round(24 * Theme.scale)
            visible: tab.query.trackCount > (tab.query.pinned ? 1 : 0)
            text: tab.query.trackCount === 1 ? "Remove pinned track" : "Remove all tracks"
            onClicked: tab.query.removeTracks()
        }
        TickBox {
            objectName: "searchRegex"
            text: "Regular expression"
            height: Math.round(24 * Theme.scale)
            checked: tab.query.regex
            onToggled: tab.query.regex = checked
        }
        TickBox {
            objectName: "searchArgs"
            text: tab.search.argsRead < 1
                  ? "Keys of args: " + Math.floor(tab.search.argsRead * 100) + " % read"
                  : "Keys of args"
            height: Math.round(24 * Theme.scale)
            checked: tab.query.argKeys
            onToggled: tab.query.argKeys = checked
        }
        TickBox {
            objectName: "searchOnly"
            text: "Only matches"
            height: Math.round(24 * Theme.scale)
            checked: tab.query.onlyHits
            onToggled: tab.query.onlyHits = checked
        }
    }
    DataTree {
        listName: "searchGroups"
        title: "Hits by name"
        barColor: Theme.color.searchHit
        choosesOnClick: true
        anchors.fill: parent
        anchors.topMargin: Math.round(30 * Theme.scale)
        visible: tab.byName && tab.search.count > 0
        rows: tab.search.groups
        onPicked: slice => tab.at.goToSlice(slice)
    }
    Row {
        x: 12
        y: Math.round(30 * Theme.scale)
        spacing: 12
        visible: list.visible && tab.search.count > 0

        Head { width: Math.round(90 * Theme.scale); text: "Start"; column: SearchModel.Start }
        Head { width: Math.round(90 * Theme.scale); text: "Length"; column: SearchModel.Length }
        Head {
            width: Math.round(300 * Theme.scale)
            toTheLeft: true
            text: tab.app.comparison.active ? "Name in " + tab.at.session.fileName : "Name"
            column: SearchModel.Name
        }
    }
    ListView {
        id: list

        objectName: "searchList"
        anchors.fill: parent
        anchors.topMargin: Math.round(52 * Theme.scale)
        visible: !tab.byName
        clip: true
        model: tab.search
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        activeFocusOnTab: true
        highlightFollowsCurrentItem: false
        onCurrentIndexChanged: positionViewAtIndex(currentIndex, ListView.Contain)
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        Keys.onReturnPressed: currentItem?.go()
        Keys.onEnterPressed: currentItem?.go()
        Accessible.name: "Hits"

        delegate: Rectangle {
            id: row

            required property int index
            required property string name
            required property string when
            required property string length
            required property string track
            required property string key
            required property string origin
            required property real slice
            readonly property bool current: index === tab.search.current

            function go() {
                list.currentIndex = index
                tab.at.goToSlice(slice)
            }

            width: list.width
            height: Math.round(20 * Theme.scale)
            color: over.containsMouse || (list.activeFocus && ListView.isCurrentItem)
                   ? Theme.color.grid : "transparent"
            Accessible.name: row.name + ", " + row.when

            Rectangle {
                width: 3
                height: parent.height
                visible: row.current
                color: Theme.color.searchHit
            }
            Row {
                x: 12
                spacing: 12

                Cell {
                    width: Math.round(90 * Theme.scale)
                    text: row.when
                    horizontalAlignment: Text.AlignRight
                }
                Cell {
                    width: Math.round(90 * Theme.scale)
                    text: row.length
                    horizontalAlignment: Text.AlignRight
                }
                Cell { width: Math.min(implicitWidth, list.width * 0.5); text: row.name }
                Cell {
                    visible: row.key !== ""
                    width: Math.min(implicitWidth, list.width * 0.2)
                    text: "args: " + row.key
                    color: Theme.color.searchHit
                }
                Cell {
                    objectName: "hitOrigin"
                    visible: row.origin !== ""
                    width: Math.min(implicitWidth, list.width * 0.3)
                    text: "from: " + row.origin
                    color: Theme.color.searchHit
                }
                Cell {
                    width: Math.max(0, list.width - x - 30)
                    text: row.track
                    color: Theme.color.secondaryText
                }
            }
            MouseArea {
                id: over

                anchors.fill: parent
                hoverEnabled: true
                cursorShape: Qt.PointingHandCursor
                onClicked: row.go()
            }
        }
    }
    Connections {
        target: tab.search

        function onStatusChanged() {
            if (tab.search.current >= 0)
                list.positionViewAtIndex(tab.search.current, ListView.Contain)
        }
    }
}
