// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// One threshold: description, source of the default value, and a field to change it.
Item {
    id: row

    required property SettingListModel settings
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

        height: Math.round(26 * Theme.scale)
        leftPadding: 8
        rightPadding: 8
        selectByMouse: true
        color: Theme.color.text
        placeholderTextColor: Theme.color.secondaryText
        selectionColor: Theme.color.accent
        selectedTextColor: Theme.color.background
        background: Rectangle {
            radius: 4
            color: field.readOnly ? "transparent" : Theme.color.background
            border.width: field.activeFocus ? 2 : 1
            border.color: field.activeFocus ? Theme.color.accent : Theme.color.secondaryText
        }
    }

    height: column.height + 14

    Column {
        id: column

        x: row.named ? 16 : 0
        y: Math.round(6 * Theme.scale)
        width: value.x - x - 16
        spacing: 2

        PlainLabel {
            width: parent.width
            text: row.meaning
            color: Theme.color.text
            wrapMode: Text.Wrap
        }
        PlainLabel {
            width: parent.width
            text: row.key + (row.named ? "" : " · preset " + row.preset + ", " + row.source)
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            wrapMode: Text.Wrap
        }
        PlainLabel {
            width: parent.width
            visible: text !== ""
            text: row.error !== "" ? row.error
                                   : (row.fixed ? "set by gaplight.toml beside the trace" : "")
            color: row.error !== "" ? Theme.color.unhealthy : Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            wrapMode: Text.Wrap
        }
        Row {
            visible: row.perName && !row.fixed
            topPadding: 4
            spacing: 6

            Field {
                id: name

                width: Math.round(160 * Theme.scale)
                placeholderText: "for one name"
                Accessible.name: "Name with its own limit"
                onAccepted: limit.forceActiveFocus()
            }
            Field {
                id: limit

                width: Math.round(80 * Theme.scale)
                placeholderText: row.preset
                horizontalAlignment: Text.AlignRight
                Accessible.name: "Limit for this name"
                onAccepted: row.settings.addName(row.index, name.text, text || row.preset)
            }
            LinkButton {
                height: Math.round(26 * Theme.scale)
                text: "Add"
                onClicked: row.settings.addName(row.index, name.text, limit.text || row.preset)
            }
        }
    }
    Field {
        id: value

        objectName: "value"
        y: Math.round(6 * Theme.scale)
        anchors.right: reset.left
        anchors.rightMargin: 4
        width: Math.round(96 * Theme.scale)
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

        y: Math.round(8 * Theme.scale)
        anchors.right: parent.right
        width: Math.round(56 * Theme.scale)
        opacity: row.changed ? 1 : 0
        enabled: row.changed
        text: row.named ? "Remove" : "Reset"
        Accessible.name: text + " " + row.key
        onClicked: row.settings.reset(row.index)
    }
}
