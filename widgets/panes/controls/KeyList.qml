// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// The table of keys, under its sections.
Column {
    id: keyList

    required property ThemeObject theme
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

            Text {
                visible: row.first
                leftPadding: 88
                topPadding: row.y < 1 ? 0 : 10
                bottomPadding: 2
                text: row.section
                color: keyList.theme.color.secondaryText
                font.pixelSize: 11
            }
            Row {
                spacing: 12

                Text {
                    width: 76
                    height: 19
                    text: row.keys
                    color: keyList.theme.color.accent
                    font.weight: Font.DemiBold
                    horizontalAlignment: Text.AlignRight
                }
                Text {
                    height: 19
                    text: row.title
                    color: keyList.theme.color.text
                }
            }
        }
    }
}
