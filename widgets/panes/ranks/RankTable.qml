// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A table about the ranks of a run. A click on a row, or Return, shows what it is about.
Item {
    id: table

    required property RankTableModel rows

    component Cell: PlainLabel {
        height: Math.round(20 * Theme.scale)
        verticalAlignment: Text.AlignVCenter
        rightPadding: 8
        elide: Text.ElideRight
    }

    Row {
        id: heads

        Repeater {
            model: table.rows.titles

            Cell {
                required property int index
                required property string modelData

                width: list.width * table.rows.shares[index]
                text: modelData
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
                horizontalAlignment: table.rows.rightAligned[index] ? Text.AlignRight
                                                                    : Text.AlignLeft
            }
        }
    }
    PlainLabel {
        objectName: "emptyRankTable"
        anchors.horizontalCenter: list.horizontalCenter
        y: list.y + Math.round(24 * Theme.scale)
        visible: text !== ""
        text: table.rows.emptyText
        color: Theme.color.secondaryText
    }
    ListView {
        id: list

        objectName: "rankRows"
        y: heads.height
        width: table.width
        height: table.height - y
        clip: true
        model: table.rows
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        activeFocusOnTab: count > 0 || activeFocus
        keyNavigationEnabled: true
        highlightFollowsCurrentItem: false
        onCurrentIndexChanged: positionViewAtIndex(currentIndex, ListView.Contain)
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        Keys.onReturnPressed: table.rows.choose(currentIndex)
        Keys.onEnterPressed: table.rows.choose(currentIndex)
        Accessible.role: Accessible.Table
        Accessible.name: "Table of the ranks"

        delegate: Rectangle {
            id: row

            required property int index
            required property list<string> cells
            required property int target

            width: list.width
            height: Math.round(20 * Theme.scale)
            color: (target >= 0 && over.containsMouse)
                   || (list.activeFocus && ListView.isCurrentItem) ? Theme.color.grid
                                                                   : "transparent"
            Accessible.role: Accessible.Row
            Accessible.name: cells.join(", ")

            Row {
                Repeater {
                    model: row.cells

                    Cell {
                        required property int index
                        required property string modelData

                        width: list.width * table.rows.shares[index]
                        text: modelData
                        color: Theme.color.text
                        horizontalAlignment: table.rows.rightAligned[index] ? Text.AlignRight
                                                                            : Text.AlignLeft
                    }
                }
            }
            MouseArea {
                id: over

                anchors.fill: parent
                hoverEnabled: true
                onClicked: {
                    list.currentIndex = row.index
                    list.forceActiveFocus()
                    table.rows.choose(row.index)
                }
            }
        }
    }
}
