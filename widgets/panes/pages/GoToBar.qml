// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Text field to go to a time, a range, a step or an annotation.
TopPanel {
    id: bar

    required property WindowModel app
    property string error

    title: "Go to"
    placeholder: "12.5 ms"
    onClosed: app.state.goToOpen = false
    onTextChanged: error = ""
    onAccepted: {
        error = app.state.timeline.goToPlace(text)
        if (error === "")
            closed()
    }

    Column {
        width: parent.width
        spacing: 4

        component Example: Row {
            id: example

            property string form
            property string meaning

            leftPadding: 10
            spacing: 12

            PlainLabel {
                width: Math.round(170 * Theme.scale)
                text: example.form
                color: Theme.color.text
            }
            PlainLabel {
                text: example.meaning
                color: Theme.color.secondaryText
            }
        }

        PlainLabel {
            objectName: "goToError"
            visible: text !== ""
            width: parent.width
            leftPadding: 10
            rightPadding: 10
            bottomPadding: 4
            text: bar.error
            color: Theme.color.unhealthy
            wrapMode: Text.Wrap
            Accessible.role: Accessible.AlertMessage
            Accessible.name: text
        }
        Example { form: "12.5 ms"; meaning: "from the trace's start" }
        Example { form: "+3 us  or  -3 us"; meaning: "from the selection, or the view's middle" }
        Example { form: "12.5ms..80ms"; meaning: "a range, which is then selected" }
        Example { form: "step:3"; meaning: "the third step" }
        Example { form: "annotation:NAME#2"; meaning: "the second annotation of that name" }
        Example { form: "16:05:07.25"; meaning: "UTC, where the file says when it began" }
        Example { form: "ts 4376580490536.462"; meaning: "as ts stands in the file" }
    }
}
