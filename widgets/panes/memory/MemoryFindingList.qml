// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Findings about memory. A click goes to the moment and the allocation, and shows cause and advice.
ListView {
    id: list

    required property MemoryFindingModel findings

    objectName: "memoryFindings"
    clip: true
    model: findings
    cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
    activeFocusOnTab: count > 0 || activeFocus
    currentIndex: -1
    highlightFollowsCurrentItem: false
    boundsBehavior: Flickable.StopAtBounds
    ScrollBar.vertical: PaneScrollBar {}
    Keys.onReturnPressed: go(Math.max(0, currentIndex))
    Keys.onEnterPressed: go(Math.max(0, currentIndex))
    Accessible.role: Accessible.List
    Accessible.name: "Findings about memory"

    function go(row) {
        currentIndex = row
        findings.go(row)
    }

    function step(forward) {
        const next = currentIndex + (forward ? 1 : -1)
        if (count > 0)
            go(Math.max(0, Math.min(count - 1, next)))
    }

    footer: Item {
        width: list.width
        height: words.text === "" ? 0 : words.implicitHeight + 8

        PlainLabel {
            id: words

            x: 12
            width: list.width - 24
            text: list.findings.notice
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            wrapMode: Text.Wrap
        }
    }

    delegate: Rectangle {
        id: row

        required property int index
        required property string severity
        required property string title
        required property string why
        required property string fix
        required property string gain
        readonly property bool current: ListView.isCurrentItem

        width: list.width
        height: text.y + text.height + 6
        color: current ? Theme.color.grid : over.containsMouse ? Theme.color.alternateRow
                                                               : "transparent"
        Accessible.role: Accessible.ListItem
        Accessible.name: severity + ": " + title

        MouseArea {
            id: over

            anchors.fill: parent
            hoverEnabled: true
            cursorShape: Qt.PointingHandCursor
            onClicked: list.go(row.index)
        }
        StatusMark {
            x: 12
            y: Math.round(7 * Theme.scale)
            kind: row.severity
        }
        Column {
            id: text

            x: 32
            y: Math.round(4 * Theme.scale)
            width: parent.width - x - 14
            spacing: 4

            PlainLabel {
                width: parent.width
                text: row.title
                color: Theme.color.text
                wrapMode: Text.Wrap
                maximumLineCount: row.current ? 6 : 2
                elide: Text.ElideRight
            }
            PlainLabel {
                width: parent.width
                visible: row.gain !== ""
                text: "up to " + row.gain + " to gain"
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
            }
            ProseText {
                width: parent.width
                visible: row.current
                html: row.why
            }
            ProseText {
                width: parent.width
                visible: row.current
                html: row.fix
                color: Theme.color.secondaryText
            }
        }
    }
}
