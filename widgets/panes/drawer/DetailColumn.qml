// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A titled list of keys and values; values of slices are links. In a layout it has the height of its
// rows where there is space, and scrolls where there is not.
Item {
    id: column

    required property DetailListModel rows
    property string title
    property string emptyText
    property string listName
    property int keyWidth: 110
    property int lines: 1  // of a row, at most, for the height in a layout
    property bool isOneLine: false  // each row is, with the middle of a long link left out
    property color ground: Theme.color.panelBackground  // what the list lies on

    // Without rows and without a text for that it takes no space.
    readonly property bool hasContent: rows.count > 0 || emptyText !== ""

    signal followed(real slice)

    function focusRows() {
        list.forceActiveFocus(Qt.OtherFocusReason)
    }
    function follow(row) {
        if (row !== null && row.isLink)
            followed(row.slice)
    }

    visible: hasContent
    // Not the list's contentHeight, which depends on the height that a layout gives it.
    implicitHeight: Math.round(36 * Theme.scale)
                    + Math.max(1, rows.count) * Math.round((4 + 17 * lines) * Theme.scale)

    PlainLabel {
        id: heading

        x: 12
        y: Math.round(5 * Theme.scale)
        width: parent.width - 24
        text: column.title
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        elide: Text.ElideRight
    }
    PlainLabel {
        anchors.top: list.top
        x: 12
        width: parent.width - 24
        wrapMode: Text.Wrap
        visible: column.rows.count === 0
        text: column.emptyText
        color: Theme.color.secondaryText
    }
    ListView {
        id: list

        objectName: column.listName
        anchors.fill: parent
        anchors.topMargin: Math.round(24 * Theme.scale)
        anchors.leftMargin: 12
        clip: true
        model: column.rows
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        activeFocusOnTab: count > 0 || activeFocus
        highlightFollowsCurrentItem: false
        onCurrentIndexChanged: positionViewAtIndex(currentIndex, ListView.Contain)
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {}
        Keys.onReturnPressed: column.follow(currentItem)
        Keys.onEnterPressed: column.follow(currentItem)
        Accessible.role: Accessible.List
        Accessible.name: column.title

        delegate: Rectangle {
            id: row

            required property string key
            required property string value
            required property real slice
            readonly property bool isLink: slice >= 0
            readonly property bool isElided: isLink && column.isOneLine

            color: list.activeFocus && ListView.isCurrentItem ? Theme.color.grid
                                                              : "transparent"
            Accessible.role: Accessible.ListItem
            Accessible.name: key + " " + value
            width: list.width - 14
            height: Math.max(18, valueText.implicitHeight + 3, keyText.implicitHeight + 3)

            PlainLabel {
                id: keyText

                width: column.keyWidth - 8
                text: row.key
                color: Theme.color.secondaryText
                wrapMode: Text.Wrap
                maximumLineCount: 2
                elide: Text.ElideRight
            }
            TextEdit {
                id: valueText

                font.pixelSize: Theme.textSize
                x: column.keyWidth
                width: row.width - x
                text: row.isElided ? elided.elidedText : row.value
                textFormat: TextEdit.PlainText
                readOnly: true
                selectByMouse: !row.isLink
                activeFocusOnPress: !row.isLink
                color: row.isLink ? Theme.color.accent : Theme.color.text
                selectionColor: Theme.color.accent
                selectedTextColor: Theme.color.background
                wrapMode: TextEdit.Wrap
                font.underline: link.containsMouse
                font.family: row.value.includes("\n") ? Theme.monospaceFamily
                                                      : Theme.fontFamily
            }
            TextMetrics {
                id: elided

                text: row.isElided ? row.value : ""
                font: valueText.font
                elide: Text.ElideMiddle
                elideWidth: valueText.width - 4
            }
            Tip {
                visible: link.containsMouse && row.isElided && elided.elidedText !== row.value
                text: row.value
            }
            MouseArea {
                id: link

                anchors.fill: parent
                enabled: row.isLink
                visible: row.isLink
                hoverEnabled: true
                cursorShape: Qt.PointingHandCursor
                onClicked: column.followed(row.slice)
            }
        }
    }
    BottomFade {
        view: list
        ground: column.ground
    }
}
