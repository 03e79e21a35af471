// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A label and a group of buttons: one is chosen, or any number.
Column {
    id: choice

    required property string label
    required property var options  // {text, value, enabled}
    property var current           // value of the one chosen
    property bool many: false
    property var chosen: []        // values, where many may be

    signal picked(var value)

    spacing: 4

    PlainLabel {
        text: choice.label
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
    }
    Flow {
        width: parent.width
        spacing: 4

        Repeater {
            model: choice.options

            FlatButton {
                required property var modelData

                objectName: "choice " + choice.label + " " + modelData.text
                outlined: true
                text: modelData.text
                enabled: modelData.enabled !== false
                checked: choice.many ? choice.chosen.indexOf(modelData.value) >= 0
                                     : choice.current === modelData.value
                Accessible.name: choice.label + ": " + modelData.text
                Accessible.checkable: true
                Accessible.checked: checked
                onClicked: choice.picked(modelData.value)
            }
        }
    }
}
