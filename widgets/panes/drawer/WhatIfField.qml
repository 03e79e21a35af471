// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Text field for a change in the syntax of --what-if. Enter adds the change, Down selects a
// completion.
Column {
    id: box

    required property WhatIfModel whatIf
    readonly property var proposals: field.activeFocus ? whatIf.completions(field.text) : []

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
        placeholderText: "Enter a change: remove:op:NAME"
        placeholderTextColor: Theme.color.secondaryText
        color: box.whatIf.textProblem === "" ? Theme.color.text : Theme.color.unhealthy
        selectionColor: Theme.color.accent
        selectedTextColor: Theme.color.background
        Accessible.name: "A change, as for --what-if"
        onTextEdited: box.whatIf.clearTextProblem()
        onAccepted: {
            if (box.whatIf.addText(text))
                clear()
        }
        Keys.onDownPressed: {
            if (box.proposals.length > 0)
                text = box.proposals[0]
        }
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

            text: modelData
            Accessible.name: "Complete to " + modelData
            focusPolicy: Qt.NoFocus
            onClicked: field.text = modelData
        }
    }
}
