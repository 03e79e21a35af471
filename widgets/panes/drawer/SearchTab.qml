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
        text: (tab.app.comparison.active ? tab.at.session.fileName + ": " : "")
              + tab.search.status + (tab.search.summary === "" ? "" : " · " + tab.search.summary)
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
            visible: tab.search.count > 0
            text: "Copy CSV"
            onClicked: (tab.byName ? tab.search.groups : tab.search).copyCsv()
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
        anchors.rightMargin: durations.active ? durations.width + 8 : 0
        visible: tab.byName && tab.search.count > 0
        rows: tab.search.groups
        onPicked: slice => tab.at.goToSlice(slice)
    }
    DataTable {
        anchors.fill: parent
        anchors.topMargin: Math.round(30 * Theme.scale)
        anchors.leftMargin: 12
        anchors.rightMargin: durations.active ? durations.width + 8 : 0
        visible: !tab.byName
        rows: tab.search
        listName: "searchList"
        title: "Hits"
        markedRow: tab.search.hit
        markColor: Theme.color.searchHit
    }
    Loader {
        id: durations

        anchors.right: parent.right
        y: Math.round(30 * Theme.scale)
        width: Math.round(280 * Theme.scale)
        height: parent.height - y - 6
        active: tab.search.histogram.exists && tab.width > Math.round(880 * Theme.scale)
        sourceComponent: Histogram {
            objectName: "searchHistogram"
            histogram: tab.search.histogram
            barColor: Theme.color.searchHit
            onPicked: slice => tab.at.goToSlice(slice)
        }
    }
    Connections {
        target: tab.search

        function onChosen(slice) { tab.at.goToSlice(slice) }
    }
}
