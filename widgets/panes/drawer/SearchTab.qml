// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Tab Search: hits by time; a click goes to the slice. With two traces, the hits of the trace
// clicked last.
Item {
    id: tab

    required property WindowModel app
    required property TimelineItem timeline
    readonly property TimelineItem at: app.state.timeline ?? timeline
    readonly property SearchModel search: at.search ?? app.search
    readonly property SearchModel query: app.search

    component Cell: PlainLabel {
        height: Math.round(20 * Theme.scale)
        verticalAlignment: Text.AlignVCenter
        color: Theme.color.text
        elide: Text.ElideRight
    }
    component Head: Cell {
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
    }

    PlainLabel {
        anchors.centerIn: parent
        width: Math.min(parent.width - 40, 640)
        visible: tab.search.count === 0
        text: tab.search.error !== "" ? tab.search.error
              : tab.search.text === ""
                ? "Search with / for a part of a name or a category."
                : (tab.search.searching ? "Searching…"
                   : tab.search.argKeys ? "No name, category or key of args matches."
                                        : "No name or category matches. To search in args too, "
                                          + "check Keys of args.")
        color: tab.search.error !== "" ? Theme.color.unhealthy
                                       : Theme.color.secondaryText
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
    }
    Row {
        anchors.right: parent.right
        anchors.rightMargin: 12
        y: 2
        z: 1
        spacing: 4

        FlatButton {
            objectName: "searchRegex"
            text: "Regular expression"
            height: Math.round(24 * Theme.scale)
            outlined: checked
            checked: tab.query.regex
            Accessible.name: "Regular expression"
            onClicked: tab.query.regex = !tab.query.regex
        }
        FlatButton {
            objectName: "searchArgs"
            text: tab.search.argsRead < 1
                  ? "Keys of args: " + Math.floor(tab.search.argsRead * 100) + " % read"
                  : "Keys of args"
            height: Math.round(24 * Theme.scale)
            outlined: checked
            checked: tab.query.argKeys
            Accessible.name: "Search keys of args too"
            onClicked: tab.query.argKeys = !tab.query.argKeys
        }
        FlatButton {
            objectName: "searchOnly"
            text: "Show only matches"
            height: Math.round(24 * Theme.scale)
            outlined: checked
            checked: tab.query.onlyHits
            Accessible.name: "Show only matches"
            onClicked: tab.query.onlyHits = !tab.query.onlyHits
        }
    }
    Row {
        x: 12
        y: Math.round(4 * Theme.scale)
        spacing: 12
        visible: tab.search.count > 0

        Head { width: 90; text: "Start"; horizontalAlignment: Text.AlignRight }
        Head { width: 90; text: "Length"; horizontalAlignment: Text.AlignRight }
        Head {
            text: tab.app.comparison.active ? "Name in " + tab.at.session.fileName : "Name"
        }
    }
    ListView {
        id: list

        objectName: "searchList"
        anchors.fill: parent
        anchors.topMargin: Math.round(28 * Theme.scale)
        clip: true
        model: tab.search
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        activeFocusOnTab: true
        highlightFollowsCurrentItem: false
        onCurrentIndexChanged: positionViewAtIndex(currentIndex, ListView.Contain)
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        Keys.onReturnPressed: currentItem.go()
        Keys.onEnterPressed: currentItem.go()
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

                Cell { width: 90; text: row.when; horizontalAlignment: Text.AlignRight }
                Cell { width: 90; text: row.length; horizontalAlignment: Text.AlignRight }
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
