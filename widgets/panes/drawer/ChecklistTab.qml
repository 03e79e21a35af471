// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Tab Checklist: questions about the trace with values and status; a click on a row goes to its
// finding.
DrawerPane {
    id: tab

    readonly property real unit: Math.min(width, 1600) / 100

    function follow(finding) {
        if (finding < 0)
            return
        app.findings.details.finding = finding
        app.state.drawerTab = WindowState.FindingsTab
        timeline.showFinding(finding, -1)
    }

    component Cell: PlainLabel {
        height: Math.round(34 * Theme.scale)
        verticalAlignment: Text.AlignVCenter
        color: Theme.color.text
        elide: Text.ElideRight
    }

    ListView {
        id: list

        objectName: "checklist"
        highlightFollowsCurrentItem: false
        anchors.fill: parent
        anchors.topMargin: 4
        clip: true
        model: tab.app.findings.checklist
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        activeFocusOnTab: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {}
        Accessible.role: Accessible.List
        Accessible.name: "Checklist"
        onCurrentIndexChanged: positionViewAtIndex(currentIndex, ListView.Contain)
        Keys.onReturnPressed: tab.follow(currentItem?.finding ?? -1)
        Keys.onEnterPressed: tab.follow(currentItem?.finding ?? -1)
        Keys.onSpacePressed: tab.follow(currentItem?.finding ?? -1)

        delegate: Rectangle {
            id: row

            required property int index
            required property string question
            required property string status
            required property string statusText
            required property string value
            required property string limits
            required property int finding

            width: list.width
            height: Math.round(34 * Theme.scale)
            color: over.containsMouse && finding >= 0 ? Theme.color.alternateRow
                                                      : "transparent"
            border.width: list.activeFocus && ListView.isCurrentItem ? 1 : 0
            border.color: Theme.color.accent
            Accessible.role: Accessible.ListItem
            Accessible.name: question + " " + statusText + ": " + value + ", " + limits

            StatusMark {
                x: 12
                anchors.verticalCenter: parent.verticalCenter
                kind: row.status
            }
            Cell { x: 32; width: tab.unit * 17; text: row.question; font.weight: Font.DemiBold }
            Cell {
                x: 32 + tab.unit * 18
                width: tab.unit * 8
                text: row.statusText
                color: row.status === "unhealthy" ? Theme.color.unhealthy
                                                  : Theme.color.secondaryText
            }
            Cell {
                x: 32 + tab.unit * 26
                width: tab.unit * 31
                text: row.value
                wrapMode: Text.Wrap
                maximumLineCount: 2
            }
            Cell {
                x: 32 + tab.unit * 58
                width: tab.unit * 28
                text: row.limits
                font.pixelSize: Theme.smallSize
                wrapMode: Text.Wrap
                maximumLineCount: 2
                color: Theme.color.secondaryText
            }
            Cell {
                x: 32 + tab.unit * 87
                visible: row.finding >= 0
                text: "Show finding"
                color: Theme.color.accent
                font.pixelSize: Theme.smallSize
                font.underline: over.containsMouse
            }
            MouseArea {
                id: over

                anchors.fill: parent
                hoverEnabled: true
                cursorShape: row.finding >= 0 ? Qt.PointingHandCursor : Qt.ArrowCursor
                onClicked: {
                    list.currentIndex = row.index
                    tab.follow(row.finding)
                }
            }
        }
    }
}
