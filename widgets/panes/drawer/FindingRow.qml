// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// One finding in the list: mark, title, what there is to gain; below, the rule, the place and how
// often.
Rectangle {
    id: row

    required property ThemeObject theme
    required property int finding
    required property string severity
    required property string title
    required property string saving
    required property string share
    required property string occurrences
    required property string rule
    required property string place
    property bool current: false
    property bool focused: false

    signal chosen()

    implicitHeight: 40
    color: current ? theme.color.grid : (over.containsMouse ? theme.color.alternateRow
                                                            : "transparent")
    border.width: focused ? 1 : 0
    border.color: theme.color.accent
    Accessible.role: Accessible.ListItem
    Accessible.name: severity + ": " + title + ", "
                     + (saving === "" ? "no saving known" : saving + " to gain")

    Rectangle {
        visible: row.current
        width: 3
        height: parent.height
        color: row.theme.color.accent
    }
    StatusMark {
        x: 12
        y: 7
        theme: row.theme
        kind: row.severity
    }
    Text {
        x: 32
        y: 4
        width: gain.x - x - 12
        text: row.title
        textFormat: Text.PlainText
        color: row.theme.color.text
        elide: Text.ElideRight
    }
    Text {
        x: 32
        y: 21
        width: gain.x - x - 12
        text: row.rule + " · " + (row.place === "" ? "" : row.place + " · ") + row.occurrences
        textFormat: Text.PlainText
        color: row.theme.color.secondaryText
        font.pixelSize: 11
        elide: Text.ElideMiddle
    }
    Column {
        id: gain

        y: 4
        anchors.right: parent.right
        anchors.rightMargin: 16
        width: 64
        spacing: 2

        Text {
            width: parent.width
            visible: row.saving !== ""
            horizontalAlignment: Text.AlignRight
            text: row.saving
            color: row.theme.color.text
        }
        Text {
            width: parent.width
            horizontalAlignment: Text.AlignRight
            text: row.saving === "" ? "no saving\nknown" : row.share
            color: row.theme.color.secondaryText
            font.pixelSize: 11
        }
    }
    MouseArea {
        id: over

        anchors.fill: parent
        hoverEnabled: true
        cursorShape: Qt.PointingHandCursor
        onClicked: row.chosen()
    }
}
