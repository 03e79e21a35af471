// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// One threshold: what it means, where its preset comes from, and the field that changes it.
Item {
    id: row

    required property SettingListModel settings
    required property ThemeObject theme
    required property int index
    required property string key
    required property string meaning
    required property string source
    required property string value
    required property string preset
    required property bool changed
    required property bool fixed
    required property bool perName
    required property bool named
    required property string error

    component Field: TextField {
        id: field

        height: 26
        leftPadding: 8
        rightPadding: 8
        selectByMouse: true
        color: row.theme.color.text
        placeholderTextColor: row.theme.color.secondaryText
        selectionColor: row.theme.color.accent
        selectedTextColor: row.theme.color.background
        background: Rectangle {
            radius: 4
            color: field.readOnly ? "transparent" : row.theme.color.background
            border.width: field.activeFocus ? 2 : 1
            border.color: field.activeFocus ? row.theme.color.accent : row.theme.color.secondaryText
        }
    }

    height: column.height + 14

    Column {
        id: column

        x: row.named ? 16 : 0
        y: 6
        width: value.x - x - 16
        spacing: 2

        Text {
            width: parent.width
            text: row.meaning
            textFormat: Text.PlainText
            color: row.theme.color.text
            wrapMode: Text.Wrap
        }
        Text {
            width: parent.width
            text: row.key + (row.named ? "" : " · preset " + row.preset + ", " + row.source)
            textFormat: Text.PlainText
            color: row.theme.color.secondaryText
            font.pixelSize: 11
            wrapMode: Text.Wrap
        }
        Text {
            width: parent.width
            visible: text !== ""
            text: row.error !== "" ? row.error
                                   : (row.fixed ? "set by gaplight.toml beside the trace" : "")
            textFormat: Text.PlainText
            color: row.error !== "" ? row.theme.color.unhealthy : row.theme.color.secondaryText
            font.pixelSize: 11
            wrapMode: Text.Wrap
        }
        Row {
            visible: row.perName && !row.fixed
            topPadding: 4
            spacing: 6

            Field {
                id: name

                width: 160
                placeholderText: "for one name"
                Accessible.name: "Name for a limit of its own"
                onAccepted: limit.forceActiveFocus()
            }
            Field {
                id: limit

                width: 80
                placeholderText: row.preset
                horizontalAlignment: Text.AlignRight
                Accessible.name: "Limit for this name"
                onAccepted: row.settings.addName(row.index, name.text, text || row.preset)
            }
            LinkButton {
                height: 26
                theme: row.theme
                text: "Add"
                onClicked: row.settings.addName(row.index, name.text, limit.text || row.preset)
            }
        }
    }
    Field {
        id: value

        objectName: "value"
        y: 6
        anchors.right: reset.left
        anchors.rightMargin: 4
        width: 96
        horizontalAlignment: Text.AlignRight
        text: row.value
        readOnly: row.fixed
        font.weight: row.changed ? Font.DemiBold : Font.Normal
        Accessible.name: row.key
        onEditingFinished: {
            if (text !== row.value)
                row.settings.setValue(row.index, text)
        }
        Connections {
            target: row

            function onValueChanged() { value.text = row.value }
        }
    }
    LinkButton {
        id: reset

        y: 8
        anchors.right: parent.right
        width: 56
        opacity: row.changed ? 1 : 0
        enabled: row.changed
        theme: row.theme
        text: row.named ? "Remove" : "Reset"
        Accessible.name: text + " " + row.key
        onClicked: row.settings.reset(row.index)
    }
}
