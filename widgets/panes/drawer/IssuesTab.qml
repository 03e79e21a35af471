// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Tab Import issues: a table of the errors in the file, by kind.
DrawerPane {
    id: tab

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
        visible: tab.app.issues.count === 0
        text: "No issues were found while reading the file."
        color: Theme.color.secondaryText
    }
    Row {
        x: 12
        y: Math.round(4 * Theme.scale)
        spacing: 12
        visible: tab.app.issues.count > 0

        Head { width: 160; text: "Kind" }
        Head { width: 80; text: "Count"; horizontalAlignment: Text.AlignRight }
        Head { width: 110; text: "First at byte"; horizontalAlignment: Text.AlignRight }
        Head { width: 420; text: "What it is" }
        Head { text: "Example" }
    }
    ListView {
        id: list

        anchors.fill: parent
        anchors.topMargin: Math.round(26 * Theme.scale)
        clip: true
        model: tab.app.issues
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        activeFocusOnTab: count > 0 || activeFocus
        highlightFollowsCurrentItem: false
        onCurrentIndexChanged: positionViewAtIndex(currentIndex, ListView.Contain)
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}

        Accessible.role: Accessible.List
        Accessible.name: "Import issues"

        Rectangle {
            anchors.fill: parent
            visible: list.activeFocus
            color: "transparent"
            border.width: 1
            border.color: Theme.color.accent
        }

        delegate: Row {
            id: row

            required property string kind
            required property string occurrences
            required property string firstPosition
            required property string explanation
            required property string example
            required property bool harmful

            x: 12
            spacing: 12

            Cell {
                width: 160
                text: row.kind
                color: row.harmful ? Theme.color.warningText : Theme.color.text
            }
            Cell { width: 80; text: row.occurrences; horizontalAlignment: Text.AlignRight }
            Cell { width: 150; text: row.firstPosition; horizontalAlignment: Text.AlignRight }
            Cell { width: 420; text: row.explanation }
            Cell {
                width: Math.max(0, list.width - x - 30)
                text: row.example
                color: Theme.color.secondaryText
                font.family: Theme.monospaceFamily
                font.pixelSize: Theme.smallSize
            }
        }
    }
}
