// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The second trace below the first one or to its right: file names, connections between
// corresponding steps, timeline and overview.
FocusScope {
    id: pane

    required property WindowModel app
    required property TimelineItem first
    readonly property TimelineItem second: timeline
    readonly property ComparisonObject comparison: app.comparison
    readonly property bool beside: app.state.runs.beside
    readonly property int stripHeight: Math.round(46 * Theme.scale)
    readonly property int overviewHeight: beside ? Math.round(32 * Theme.scale) : 40
    readonly property int laneHeight: 24  // of each strip where there are two
    // Position of B.
    readonly property real edge: beside ? Math.round(width / 2) : 0
    readonly property real share: width - edge
    // What is left for B, and as much of it as whole rows fill.
    readonly property real rest: Math.max(0, height - timeline.y - (beside ? 0 : overviewHeight))
    property real restRows: 0

    onRestChanged: Qt.callLater(pane.fitRows)

    function fitRows() { restRows = timeline.tracks.wholeRows(rest) }

    Component.onDestruction: {
        if (first)
            app.state.timeline = first
    }

    LinkedViews {
        id: views

        objectName: "linkedViews"
        first: pane.first
        second: timeline
        comparison: pane.comparison
        linked: pane.comparison.linked
        oneScale: pane.app.state.runs.oneScale
    }
    Connections {
        target: pane.comparison

        function onPinRequested() {
            pane.comparison.pin(pane.first.selectedSlice, timeline.selectedSlice)
        }
    }
    Connections {
        target: pane.app.comparisonRows

        function onChosen(target) { views.showRow(pane.app.comparisonRows, target) }
    }
    Connections {
        target: pane.app.state

        function onTrackFilterRequested() {
            if (pane.app.state.timeline === timeline)
                filter.open()
        }
    }

    component Name: PlainLabel {
        width: 208
        height: Math.round(18 * Theme.scale)
        color: Theme.color.text
        font.pixelSize: Theme.smallSize
        elide: Text.ElideMiddle
        verticalAlignment: Text.AlignVCenter
    }

    component Strip: MatchItem {
        id: strip

        first: pane.first
        second: timeline
        comparison: pane.comparison

        Tip {
            visible: strip.tipText !== ""
            text: strip.tipText
        }
    }

    Strip {
        objectName: "matches"
        visible: !pane.beside
        width: parent.width
        height: pane.stripHeight

        Column {
            x: 12
            y: Math.round(5 * Theme.scale)
            z: 1  // above the bands

            Name { text: "▴ A  " + pane.app.first.session.fileName }
            Name { text: "▾ B  " + pane.comparison.other.fileName }
        }
    }
    Strip {
        id: ofA

        objectName: "matchesOfA"
        visible: pane.beside
        ends: MatchItem.OnlyA
        marked: ofB.hovered
        y: pane.overviewHeight
        width: pane.edge
        height: pane.laneHeight

        Name { x: 12; y: 3; z: 1; text: "A  " + pane.app.first.session.fileName }
    }
    Strip {
        id: ofB

        objectName: "matchesOfB"
        visible: pane.beside
        ends: MatchItem.OnlyB
        marked: ofA.hovered
        x: pane.edge
        y: pane.overviewHeight
        width: pane.share
        height: pane.laneHeight

        Name { x: 12; y: 3; z: 1; text: "B  " + pane.comparison.other.fileName }
    }
    TimelineItem {
        id: timeline

        objectName: "secondTimeline"
        session: pane.comparison.other
        search: pane.app.second.search
        // One file beside itself has one set of notes.
        notes: pane.comparison.other.path === pane.app.first.session.path ? pane.app.first.notes
                                                                    : pane.app.second.notes
        x: pane.edge
        y: pane.beside ? pane.overviewHeight + pane.laneHeight : pane.stripHeight
        width: pane.share
        height: pane.beside ? pane.rest : Math.min(pane.rest, pane.restRows)
        visible: pane.comparison.shown
        reducedMotion: pane.app.motion.reduced
        Component.onCompleted: pane.app.history.watch(timeline)
        onSlicePicked: pane.app.state.drawerTab = WindowState.SelectionTab
        onRangePicked: pane.app.state.drawerTab = WindowState.RangeTab
        onSelectionChanged: {
            pane.app.second.range.range = selectedRange
            pane.app.second.gap.range = selectedRange
        }
        onSelectedSliceChanged: pane.app.second.details.slice = selectedSlice
        onViewportChanged: pane.app.second.details.timeFormat = timeFormat
        onTrackMenuRequested: at => menu.popup(timeline, at.x, at.y)
        onRulerMenuRequested: at => rulerMenu.popup(timeline, at.x, at.y)
        onSliceMenuRequested: at => sliceMenu.popup(timeline, at.x, at.y)
        onSourceRequested: source => pane.app.sources.open(source)
        onNameSearchRequested: name => pane.app.state.searchName(name)
        onActiveFocusChanged: {
            if (activeFocus)
                pane.app.state.timeline = timeline
        }
        Accessible.role: Accessible.Graphic
        Accessible.name: "Timeline of " + pane.comparison.other.fileName
        Accessible.description: selectionText
        Accessible.focusable: true
    }
    Rectangle {
        anchors.fill: timeline
        visible: timeline.visualFocus
        color: "transparent"
        border.width: 2
        border.color: Theme.color.accent
    }
    OverviewItem {
        id: overview

        timeline: timeline
        x: pane.edge
        y: pane.beside ? 0 : pane.height - height
        width: pane.share
        height: pane.overviewHeight
        visible: pane.comparison.shown
    }
    OverviewTip {
        overview: overview
    }
    Rectangle {
        x: pane.edge - 1
        width: 2
        height: parent.height
        visible: pane.beside
        color: Theme.color.grid
    }
    TracksScrollBar {
        timeline: timeline
    }
    Connections {
        target: pane.first.tracks

        function onChanged() { timeline.tracks.namesWidth = pane.first.tracks.namesWidth }
    }
    Connections {
        target: timeline.tracks

        function onChanged() {
            pane.first.tracks.namesWidth = timeline.tracks.namesWidth
            Qt.callLater(pane.fitRows)
        }
    }
    TrackFilter {
        id: filter

        objectName: "secondTrackFilter"
        timeline: timeline
        x: timeline.x
        y: timeline.y
        width: timeline.tracks.left
        height: Math.round(24 * Theme.scale)
    }
    TrackMenuPopup {
        id: menu

        timeline: timeline
        onFilterRequested: filter.open()
    }
    RulerMenuPopup {
        id: rulerMenu

        timeline: timeline
    }
    SliceMenuPopup {
        id: sliceMenu

        app: pane.app
        timeline: timeline
        context: pane.app.second
    }
    HoverTip {
        view: timeline
    }
    FlowChoice {
        timeline: timeline
    }
    Column {
        x: pane.edge + (pane.share - width) / 2
        y: (pane.height - height) / 2
        visible: !pane.comparison.shown
        spacing: 8

        PlainLabel {
            anchors.horizontalCenter: parent.horizontalCenter
            width: Math.min(implicitWidth, pane.share - 48)
            text: pane.comparison.errorText !== ""
                  ? pane.comparison.errorText
                  : pane.comparison.other.fileName + ": " + pane.comparison.other.progressText
            color: pane.comparison.errorText !== "" ? Theme.color.unhealthy
                                                    : Theme.color.secondaryText
            wrapMode: Text.Wrap
        }
        FlatButton {
            anchors.horizontalCenter: parent.horizontalCenter
            outlined: true
            text: pane.comparison.errorText !== "" ? "Close" : "Cancel"
            onClicked: pane.comparison.close()
        }
    }
}
