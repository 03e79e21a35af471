// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The second run below the first: which is which, bands from each part to its partner, its
// timeline and its overview.
FocusScope {
    id: pane

    required property WindowModel app
    required property TimelineItem first
    readonly property TimelineItem second: timeline
    readonly property ComparisonObject comparison: app.comparison
    readonly property ThemeObject theme: app.theme
    readonly property int stripHeight: 46
    readonly property int overviewHeight: 40

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
    }
    Connections {
        target: pane.comparison

        function onRowChosen(row) { views.showRow(pane.app.comparisonRows, row) }
        function onPinRequested() {
            pane.comparison.pin(pane.first.selectedSlice, timeline.selectedSlice)
        }
    }

    component Name: Text {
        width: 208
        height: 18
        textFormat: Text.PlainText
        color: pane.theme.color.text
        font.pixelSize: 11
        elide: Text.ElideMiddle
        verticalAlignment: Text.AlignVCenter
    }

    MatchItem {
        id: matches

        objectName: "matches"
        upper: pane.first
        lower: timeline
        comparison: pane.comparison
        width: parent.width
        height: pane.stripHeight

        Column {
            x: 12
            y: 5
            z: 1  // above the bands' picture

            Name { text: "▴ A  " + pane.app.session.fileName }
            Name { text: "▾ B  " + pane.comparison.other.fileName }
        }
        Tip {
            theme: pane.theme
            visible: matches.hoverText !== ""
            text: matches.hoverText
        }
    }
    TimelineItem {
        id: timeline

        objectName: "secondTimeline"
        session: pane.comparison.other
        theme: pane.theme
        y: matches.height
        width: parent.width
        height: Math.max(0, pane.height - y - pane.overviewHeight)
        visible: pane.comparison.shown
        onActiveFocusChanged: {
            if (activeFocus)
                pane.app.state.timeline = timeline
        }
    }
    HoverTip {
        timeline: timeline
        theme: pane.theme
    }
    OverviewItem {
        timeline: timeline
        y: pane.height - height
        width: parent.width
        height: pane.overviewHeight
        visible: pane.comparison.shown
    }
    Column {
        anchors.centerIn: parent
        visible: !pane.comparison.shown
        spacing: 8

        Text {
            anchors.horizontalCenter: parent.horizontalCenter
            width: Math.min(implicitWidth, pane.width - 48)
            text: pane.comparison.errorText !== ""
                  ? pane.comparison.errorText
                  : pane.comparison.other.fileName + ": " + pane.comparison.other.progressText
            textFormat: Text.PlainText
            color: pane.comparison.errorText !== "" ? pane.theme.color.unhealthy
                                                    : pane.theme.color.secondaryText
            wrapMode: Text.Wrap
        }
        FlatButton {
            anchors.horizontalCenter: parent.horizontalCenter
            theme: pane.theme
            outlined: true
            text: pane.comparison.errorText !== "" ? "Close" : "Cancel"
            onClicked: pane.comparison.close()
        }
    }
}
