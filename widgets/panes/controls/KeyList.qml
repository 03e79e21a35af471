// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The table of key bindings by section.
Column {
    id: keyList

    required property ActionListModel actions
    property var sections: []  // names; none: all of them

    Repeater {
        id: rows

        model: keyList.actions

        Column {
            id: row

            required property int index
            required property string section
            required property string keys
            required property string title
            readonly property bool first:
                index === 0 || rows.itemAt(index - 1) === null
                || rows.itemAt(index - 1).section !== section

            visible: keyList.sections.length === 0 || keyList.sections.indexOf(section) >= 0

            PlainLabel {
                visible: row.first
                leftPadding: 88
                topPadding: row.y < 1 ? 0 : 8
                bottomPadding: 2
                text: row.section
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
            }
            Row {
                spacing: 12

                PlainLabel {
                    width: Math.round(76 * Theme.scale)
                    height: Math.round(17 * Theme.scale)
                    text: row.keys
                    color: Theme.color.accent
                    font.weight: Font.DemiBold
                    horizontalAlignment: Text.AlignRight
                }
                PlainLabel {
                    height: Math.round(17 * Theme.scale)
                    text: row.title
                    color: Theme.color.text
                }
            }
        }
    }
}
