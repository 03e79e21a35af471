// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Text field for a change in the syntax of --what-if. Down and Up select a completion, in an empty
// field from the list of all kinds; Enter takes it, or adds the change.
Column {
    id: box

    required property WhatIfModel whatIf
    property bool listsAll: false  // for an empty field
    property int selected: -1      // in proposals; -1: none
    readonly property var proposals: field.activeFocus && (field.text !== "" || listsAll)
                                     ? whatIf.completions(field.text) : []

    function step(rows) {
        listsAll = true
        selected = Math.max(-1, Math.min(proposals.length - 1, selected + rows))
    }
    function take(text) {
        field.text = text
        selected = -1
    }

    spacing: 3

    TextField {
        id: field

        objectName: "writtenChange"
        width: parent.width
        height: Math.round(26 * Theme.scale)
        leftPadding: 8
        topPadding: 2
        bottomPadding: 2
        selectByMouse: true
        activeFocusOnTab: true
        placeholderText: "Type a change, or press Down for a list"
        placeholderTextColor: Theme.color.secondaryText
        color: box.whatIf.textProblem === "" ? Theme.color.text : Theme.color.unhealthy
        selectionColor: Theme.color.accent
        selectedTextColor: Theme.color.background
        Accessible.name: "A change, as for --what-if"
        onTextEdited: {
            box.whatIf.clearTextProblem()
            box.selected = -1
        }
        onActiveFocusChanged: box.listsAll = false
        onAccepted: {
            if (box.selected >= 0)
                box.take(box.proposals[box.selected])
            else if (box.whatIf.addText(text))
                clear()
        }
        Keys.onDownPressed: box.step(1)
        Keys.onUpPressed: box.step(-1)
        background: Rectangle {
            radius: 4
            color: Theme.color.background
            border.width: field.activeFocus ? 2 : 1
            border.color: field.activeFocus ? Theme.color.accent
                                            : Theme.color.secondaryText
        }
    }
    PlainLabel {
        width: parent.width
        visible: text !== ""
        text: box.whatIf.textProblem
        color: Theme.color.unhealthy
        font.pixelSize: Theme.smallSize
        wrapMode: Text.Wrap
    }
    Repeater {
        model: box.proposals

        LinkButton {
            required property string modelData
            required property int index

            text: modelData
            current: index === box.selected
            Accessible.name: "Complete to " + modelData
            focusPolicy: Qt.NoFocus
            onClicked: box.take(modelData)
        }
    }
}
