// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Gaplight

// Tab Findings: the list of findings, the text of the current one, and its occurrences.
DrawerPane {
    id: tab

    readonly property FindingListModel findings: app.findings.list
    readonly property bool isWide: width > 1960 * Theme.scale  // the occurrences have the rest

    function show(finding) {
        app.findings.details.finding = finding
        timeline.showFinding(finding, -1)
    }
    function follow() {
        list.currentIndex = findings.rowOf(app.findings.details.finding)
    }

    component Divider: Rectangle {
        Layout.fillHeight: true
        Layout.preferredWidth: 1
        color: Theme.color.grid
    }
    component NotJudged: Column {
        id: notApplicable

        property bool open: false
        property bool isCentered: false

        visible: tab.findings.notApplicable.length > 0

        LinkButton {
            x: notApplicable.isCentered ? (notApplicable.width - width) / 2 : 27
            text: (notApplicable.open ? "▾ " : "▸ ") + tab.findings.notApplicable.length
                  + (tab.findings.notApplicable.length === 1 ? " rule could not run"
                                                         : " rules could not run")
            onClicked: notApplicable.open = !notApplicable.open
        }
        Repeater {
            model: notApplicable.open ? tab.findings.notApplicable : []

            PlainLabel {
                required property var modelData

                x: 44
                width: Math.max(0, notApplicable.width - x - 16)
                bottomPadding: 3
                text: modelData.name + ": " + modelData.reason
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
                wrapMode: Text.Wrap
            }
        }
    }

    Connections {
        target: tab.app.findings.details

        function onChanged() { tab.follow() }
    }
    Connections {
        target: tab.findings

        function onContentChanged() { tab.follow() }
        function onOrderChanged() { tab.follow() }
    }
    Connections {
        target: tab.timeline

        function onCurrentFindingChanged() {
            if (tab.timeline.currentFinding < 0)
                return
            tab.app.findings.details.finding = tab.timeline.currentFinding
            tab.app.state.drawerTab = WindowState.FindingsTab
        }
    }

    Flickable {
        anchors.fill: parent
        visible: tab.findings.count === 0
        contentHeight: verdict.y + verdict.height + 8
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {}

        Column {
            id: verdict

            anchors.horizontalCenter: parent.horizontalCenter
            y: Math.max(8, (tab.height - height) / 2)
            width: Math.min(720, parent.width - 48)
            spacing: 8

            StatusMark {
                anchors.horizontalCenter: parent.horizontalCenter
                visible: tab.app.first.gpuTime.count > 0
                kind: "healthy"
            }
            PlainLabel {
                width: parent.width
                text: tab.findings.checked
                color: Theme.color.secondaryText
                horizontalAlignment: Text.AlignHCenter
                wrapMode: Text.Wrap
            }
            NotJudged {
                width: parent.width
                isCentered: true
            }
        }
    }
    RowLayout {
        anchors.fill: parent
        visible: tab.findings.count > 0
        spacing: 0

        Item {
            Layout.fillHeight: true
            Layout.preferredWidth: Math.min(Math.max(380, Math.min(760, tab.width * 0.38),
                                                     tab.width * 0.34), tab.width / 2)

            PlainLabel {
                x: 12
                y: Math.round(7 * Theme.scale)
                width: order.x - x - 8
                text: tab.findings.summary
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
                elide: Text.ElideRight
            }
            Row {
                id: order

                anchors.right: parent.right
                anchors.rightMargin: 11
                y: Math.round(3 * Theme.scale)

                component Choice: LinkButton {
                    property int order

                    current: tab.findings.order === order
                    Accessible.name: "Sort by " + text
                    onClicked: tab.findings.order = order
                }

                PlainLabel {
                    height: Math.round(22 * Theme.scale)
                    rightPadding: 3
                    text: "Sort by"
                    color: Theme.color.secondaryText
                    font.pixelSize: Theme.smallSize
                    verticalAlignment: Text.AlignVCenter
                }
                Choice { text: "rule"; order: FindingListModel.ByRule }
                Choice { text: "count"; order: FindingListModel.ByCount }
                Choice { text: "saving"; order: FindingListModel.BySaving }
                Choice { text: "severity"; order: FindingListModel.BySeverity }
            }
            ListView {
                id: list

                objectName: "findings"
                highlightFollowsCurrentItem: false
                anchors.fill: parent
                anchors.topMargin: Math.round(28 * Theme.scale)
                clip: true
                model: tab.findings
                cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
                activeFocusOnTab: true
                boundsBehavior: Flickable.StopAtBounds
                ScrollBar.vertical: PaneScrollBar {}
                Accessible.role: Accessible.List
                Accessible.name: "Findings"
                onCurrentIndexChanged: {
                    positionViewAtIndex(currentIndex, ListView.Contain)
                    if (activeFocus && currentIndex >= 0)
                        tab.app.findings.details.finding = tab.findings.findingAt(currentIndex)
                }
                Keys.onReturnPressed: tab.show(tab.app.findings.details.finding)
                Keys.onEnterPressed: tab.show(tab.app.findings.details.finding)
                Keys.onSpacePressed: tab.show(tab.app.findings.details.finding)
                Keys.onPressed: event => {
                    event.accepted = event.matches(StandardKey.Copy)
                    if (event.accepted)
                        tab.findings.copy(tab.app.findings.details.finding)
                }

                delegate: FindingRow {
                    width: list.width
                    current: ListView.isCurrentItem
                    focused: activeFocus
                    onChosen: {
                        list.forceActiveFocus()
                        tab.show(finding)
                    }
                    onOpened: tab.timeline.zoomToSelection()
                }
                footer: NotJudged { width: list.width }
            }
            BottomFade {
                view: list
            }
        }
        Divider {}
        FindingText {
            Layout.fillHeight: true
            Layout.fillWidth: !tab.isWide
            Layout.preferredWidth: Math.round(820 * Theme.scale)  // its lines are no longer
            app: tab.app
            onOtherChosen: finding => tab.show(finding)
        }
        Divider { visible: places.visible }
        // Where there is no room for a third column, O goes to the next occurrence.
        OccurrenceList {
            id: places

            visible: tab.width >= 860
            Layout.fillHeight: true
            Layout.fillWidth: tab.isWide
            Layout.preferredWidth: Math.max(220, Math.min(480, tab.width * 0.25))
            app: tab.app
            timeline: tab.timeline
        }
    }
}
