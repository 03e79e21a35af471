// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A row of the findings list: severity, title and saving; below them rule, place and number of
// occurrences.
Rectangle {
    id: row

    required property int finding
    required property string severity
    required property string title
    required property string saving
    required property string missing  // in place of the saving
    required property string explained
    required property string share
    required property string occurrences
    required property string rule
    required property string place
    property bool current: false
    property bool focused: false

    signal chosen()
    signal opened()  // a double click

    implicitHeight: Math.round(40 * Theme.scale)
    color: current ? Theme.color.grid : (over.containsMouse ? Theme.color.alternateRow
                                                            : "transparent")
    border.width: focused ? 1 : 0
    border.color: Theme.color.accent
    Accessible.role: Accessible.ListItem
    Accessible.name: severity + ": " + title + ", "
                     + (saving === "" ? missing : saving + " to gain")

    Rectangle {
        visible: row.current
        width: 3
        height: parent.height
        color: Theme.color.accent
    }
    StatusMark {
        x: 12
        y: Math.round(7 * Theme.scale)
        kind: row.severity
    }
    Tip {
        visible: over.containsMouse && titleLabel.truncated
        text: row.title
    }
    PlainLabel {
        id: titleLabel

        x: 32
        y: Math.round(4 * Theme.scale)
        width: gain.x - x - 12
        text: row.title
        color: Theme.color.text
        elide: Text.ElideRight
    }
    // Where there is no room for all, the place is cut, never a number or the rule.
    Item {
        id: about

        readonly property real room: gain.x - 44
        readonly property real space: room - rule.width - count.width

        x: 32
        y: Math.round(21 * Theme.scale)

        PlainLabel {
            id: rule

            objectName: "findingRule"
            width: Math.min(implicitWidth, about.room)
            text: row.rule
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            elide: Text.ElideRight
        }
        PlainLabel {
            id: place

            x: rule.width
            width: Math.min(implicitWidth, Math.max(0, about.space))
            visible: row.place !== "" && about.space >= Math.min(implicitWidth, 40 * Theme.scale)
            text: " · " + row.place
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            elide: Text.ElideMiddle
        }
        PlainLabel {
            id: count

            // At the end of what is left of the place, which is narrower than its room.
            x: rule.width + (place.visible ? Math.ceil(place.contentWidth) : 0)
            width: Math.min(implicitWidth, about.room - rule.width)
            text: " · " + row.occurrences
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            elide: Text.ElideRight
        }
    }
    Column {
        id: gain

        y: Math.round(4 * Theme.scale)
        anchors.right: parent.right
        anchors.rightMargin: 16
        width: Math.round((row.saving === "" ? 92 : 64) * Theme.scale)
        spacing: 2

        PlainLabel {
            width: parent.width
            visible: row.saving !== ""
            horizontalAlignment: Text.AlignRight
            text: row.saving
            color: Theme.color.text
        }
        PlainLabel {
            width: parent.width
            horizontalAlignment: Text.AlignRight
            wrapMode: Text.Wrap
            text: row.saving !== "" ? row.share
                  : row.explained !== "" ? row.explained + "\nexplained" : row.missing
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
        }
    }
    MouseArea {
        id: over

        anchors.fill: parent
        hoverEnabled: true
        cursorShape: Qt.PointingHandCursor
        onClicked: row.chosen()
        onDoubleClicked: row.opened()
    }
}
