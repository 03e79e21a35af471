// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The occurrences of the current finding, in columns where one is too low; the one in view is
// highlighted.
Item {
    id: pane

    required property WindowModel app
    required property TimelineItem timeline
    readonly property int columns: Math.max(1, Math.min(
        Math.floor(width / (390 * Theme.scale)),
        Math.ceil(list.count * list.cellHeight / Math.max(1, list.height))))
    readonly property bool wide: width / columns >= 380 * Theme.scale  // bars beside the lengths
    readonly property int finding: app.findings.details.finding
    readonly property OccurrenceListModel places: app.findings.details.occurrences
    // Row of the place in view.
    readonly property int shown: list.count > 0 && timeline.currentFinding === finding
                                 ? places.rowOf(timeline.currentOccurrence) : -1

    function go(row) {
        const last = list.count - 1
        timeline.showFinding(finding, places.evidenceOf(Math.max(0, Math.min(row, last))))
    }

    onShownChanged: list.currentIndex = shown
    onFindingChanged: list.currentIndex = shown

    PlainLabel {
        objectName: "occurrencePosition"
        x: 12
        y: Math.round(7 * Theme.scale)
        width: parent.width - x - 12 - (steps.visible ? steps.width : 0)
        text: list.count > 0 ? [pane.places.positionText(pane.shown), pane.places.common]
                               .filter(part => part !== "").join(" · ") : ""
        visible: list.count > 0
        elide: Text.ElideRight
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
    }
    Row {
        id: steps

        anchors.right: parent.right
        anchors.rightMargin: 12
        y: Math.round(3 * Theme.scale)
        visible: list.count > 1

        LinkButton {
            text: "Previous"
            enabled: pane.shown !== 0
            onClicked: pane.go(pane.shown - 1)
        }
        LinkButton {
            text: "Next"
            enabled: pane.shown < list.count - 1
            onClicked: pane.go(pane.shown + 1)
        }
    }
    PlainLabel {
        objectName: "noOccurrences"
        x: 12
        y: Math.round(7 * Theme.scale)
        width: parent.width - 24
        visible: list.count === 0 && pane.finding >= 0
        text: "This is about the whole trace: no place of it stands out."
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        wrapMode: Text.Wrap
    }
    GridView {
        id: list

        objectName: "occurrences"
        highlightFollowsCurrentItem: false
        anchors.fill: parent
        anchors.topMargin: Math.round(28 * Theme.scale)
        clip: true
        model: pane.places
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        cellWidth: Math.floor(width / pane.columns)
        cellHeight: Math.round(20 * Theme.scale)
        currentIndex: -1
        activeFocusOnTab: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {}
        Accessible.role: Accessible.List
        Accessible.name: "Occurrences"
        onCurrentIndexChanged: {
            positionViewAtIndex(currentIndex, GridView.Contain)
            if (activeFocus && currentIndex !== pane.shown)
                pane.go(currentIndex)
        }
        // Before one is chosen the focus is seen around the list.
        Rectangle {
            anchors.fill: parent
            visible: list.activeFocus && list.currentIndex < 0
            color: "transparent"
            border.width: 1
            border.color: Theme.color.accent
        }
        Keys.onReturnPressed: pane.go(currentIndex)
        Keys.onEnterPressed: pane.go(currentIndex)

        delegate: Rectangle {
            id: row

            required property int index
            required property string when
            required property string length
            required property real share
            required property string cause
            required property string percent
            required property string step
            required property string note
            required property string track
            readonly property bool current: index === pane.shown

            width: list.cellWidth
            height: list.cellHeight
            color: current ? Theme.color.grid
                           : (over.containsMouse ? Theme.color.alternateRow : "transparent")
            border.width: list.activeFocus && GridView.isCurrentItem ? 1 : 0
            border.color: Theme.color.accent
            Accessible.role: Accessible.ListItem
            Accessible.name: length + " at " + when + (step === "" ? "" : ", " + step)
                             + (note === "" ? "" : ", " + note)

            Rectangle {
                visible: row.current
                width: 3
                height: parent.height
                color: Theme.color.accent
            }
            PlainLabel {
                x: 12
                width: Math.round(58 * Theme.scale)
                height: parent.height
                verticalAlignment: Text.AlignVCenter
                horizontalAlignment: Text.AlignRight
                text: row.when
                color: Theme.color.secondaryText
            }
            PlainLabel {
                x: 12 + Math.round(66 * Theme.scale)
                width: Math.round(58 * Theme.scale)
                height: parent.height
                verticalAlignment: Text.AlignVCenter
                horizontalAlignment: Text.AlignRight
                text: row.length
                color: Theme.color.text
            }
            PatternItem {
                visible: pane.wide
                x: 12 + Math.round(134 * Theme.scale)
                anchors.verticalCenter: parent.verticalCenter
                width: Math.max(2, Math.round(40 * Theme.scale) * row.share)
                height: 8
                kind: row.cause
            }
            PlainLabel {
                x: 12 + Math.round((pane.wide ? 184 : 134) * Theme.scale)
                width: Math.max(0, row.width - x - 14)
                height: parent.height
                verticalAlignment: Text.AlignVCenter
                text: [row.percent, row.note, row.step, row.track].filter(part => part !== "").join(" · ")
                color: Theme.color.secondaryText
                elide: Text.ElideRight
            }
            MouseArea {
                id: over

                anchors.fill: parent
                hoverEnabled: true
                cursorShape: Qt.PointingHandCursor
                onClicked: {
                    list.forceActiveFocus()
                    pane.go(row.index)
                }
                onDoubleClicked: pane.timeline.zoomToSelection()
            }
        }
    }
    BottomFade {
        view: list
    }
}
