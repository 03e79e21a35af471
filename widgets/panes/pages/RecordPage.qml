// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Form to record a program, with the progress of the recording.
Sheet {
    id: page

    required property WindowModel app
    readonly property RecordForm form: app.record
    readonly property bool editable: form.available && !form.running

    title: "Record a CUDA program"
    contentHeight: column.height
    subtitle: form.available
              ? "Runs the program with the recorder loaded and opens the trace when the program ends."
              : "This build has no recorder: it was built where CUPTI (CUDA Toolkit 11.8 or later) "
                + "was not found."
    onClosed: app.state.recordOpen = false
    onVisibleChanged: {
        if (visible)
            command.forceActiveFocus()
    }
    buttons: FlatButton {
        objectName: "recordButton"
        strong: true
        enabled: page.form.available
        text: page.form.running ? "Stop" : "Record"
        onClicked: page.form.running ? page.form.stop() : page.form.start()
    }

    component FieldLabel: PlainLabel {
        width: Math.round(150 * Theme.scale)
        height: Math.round(28 * Theme.scale)
        color: Theme.color.text
        verticalAlignment: Text.AlignVCenter
    }
    component Field: TextField {
        id: field

        height: Math.round(28 * Theme.scale)
        leftPadding: 8
        rightPadding: 8
        selectByMouse: true
        enabled: page.editable
        color: Theme.color.text
        placeholderTextColor: Theme.color.secondaryText
        selectionColor: Theme.color.accent
        selectedTextColor: Theme.color.background
        background: Rectangle {
            radius: 4
            color: Theme.color.background
            border.width: field.activeFocus ? 2 : 1
            border.color: field.activeFocus ? Theme.color.accent
                                            : Theme.color.secondaryText
        }
        onAccepted: page.form.start()
    }
    component Choice: FlatButton {
        outlined: true
        enabled: page.editable
        Accessible.checkable: true
        Accessible.checked: checked
    }

    Flickable {
        id: flick

        anchors.fill: parent
        clip: true
        contentHeight: column.height
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {}

        Column {
            id: column

            width: flick.width - 18
            spacing: 8

            PlainLabel {
                objectName: "recordNoDriver"
                width: parent.width
                bottomPadding: 4
                visible: page.form.available && !page.form.hasDriver
                text: "There is no NVIDIA driver on this machine: no CUDA program can run here, so "
                      + "there is nothing to record. Record on the machine with the GPU, with "
                      + "“gaplight record -- PROGRAM”, and open the trace here."
                color: Theme.color.warningText
                wrapMode: Text.Wrap
                Accessible.role: Accessible.AlertMessage
                Accessible.name: text
            }
            Row {
                FieldLabel { text: "Program" }
                Field {
                    id: command

                    objectName: "recordCommand"
                    width: column.width - 150
                    placeholderText: "python3 train.py --steps 20"
                    text: page.form.command
                    Accessible.name: "Program and its arguments"
                    onTextEdited: page.form.command = text
                }
            }
            Row {
                FieldLabel { text: "Working directory" }
                Field {
                    width: column.width - 150
                    text: page.form.directory
                    Accessible.name: "Working directory"
                    onTextEdited: page.form.directory = text
                }
            }
            Row {
                FieldLabel { text: "Environment" }
                ScrollView {
                    width: column.width - 150
                    height: 64

                    TextArea {
                        id: variables


                        font.pixelSize: Theme.textSize
                        leftPadding: 8
                        enabled: page.editable
                        selectByMouse: true
                        color: Theme.color.text
                        placeholderText: "NAME=VALUE, one per line"
                        placeholderTextColor: Theme.color.secondaryText
                        selectionColor: Theme.color.accent
                        selectedTextColor: Theme.color.background
                        KeyNavigation.priority: KeyNavigation.BeforeItem
                        KeyNavigation.tab: out
                        Accessible.name: "Environment variables, one per line"
                        onTextChanged: page.form.environment = text
                        background: Rectangle {
                            radius: 4
                            color: Theme.color.background
                            border.width: variables.activeFocus ? 2 : 1
                            border.color: variables.activeFocus ? Theme.color.accent
                                                                : Theme.color.secondaryText
                        }
                    }
                }
            }
            Row {
                FieldLabel { text: "Trace" }
                Field {
                    id: out

                    width: column.width - 150
                    placeholderText: "named after the program, in its directory"
                    text: page.form.outPath
                    Accessible.name: "File of the trace"
                    onTextEdited: page.form.outPath = text
                }
            }
            Row {
                spacing: 8

                FieldLabel {
                    width: Math.round(142 * Theme.scale)
                    text: "Start after"
                }
                Field {
                    width: Math.round(90 * Theme.scale)
                    placeholderText: "at once"
                    text: page.form.delay
                    Accessible.name: "Start after, a time such as 2s"
                    onTextEdited: page.form.delay = text
                }
                FieldLabel {
                    width: implicitWidth
                    leftPadding: 16
                    text: "Record for"
                }
                Field {
                    width: Math.round(90 * Theme.scale)
                    placeholderText: "to the end"
                    text: page.form.duration
                    Accessible.name: "Record for, a time such as 500ms"
                    onTextEdited: page.form.duration = text
                }
                FieldLabel {
                    width: implicitWidth
                    leftPadding: 16
                    text: "Max size"
                }
                Field {
                    width: Math.round(90 * Theme.scale)
                    placeholderText: "any size"
                    text: page.form.maxSize
                    Accessible.name: "Maximum size of the trace, such as 500MB"
                    onTextEdited: page.form.maxSize = text
                }
            }
            Row {
                FieldLabel { text: "Only in NVTX range" }
                Field {
                    width: column.width - 150
                    placeholderText: "everywhere"
                    text: page.form.range
                    Accessible.name: "Record only inside NVTX ranges of this name"
                    onTextEdited: page.form.range = text
                }
            }
            Row {
                spacing: 8

                FieldLabel {
                    width: Math.round(142 * Theme.scale)
                    text: "Options"
                }
                Choice {
                    text: "Call stacks"
                    checked: page.form.stacks
                    onClicked: page.form.stacks = !page.form.stacks
                }
                Choice {
                    text: "Memory"
                    checked: page.form.memory
                    onClicked: page.form.memory = !page.form.memory
                }
                Choice {
                    text: "Child processes"
                    checked: page.form.children
                    onClicked: page.form.children = !page.form.children
                }
                Choice {
                    text: "Only between cudaProfilerStart and Stop"
                    checked: page.form.profilerScoped
                    onClicked: page.form.profilerScoped = !page.form.profilerScoped
                }
            }
            PlainLabel {
                objectName: "recordProgress"
                topPadding: 8
                width: parent.width
                visible: text !== ""
                text: page.form.progress
                color: Theme.color.text
            }
            PlainLabel {
                objectName: "recordMessage"
                topPadding: 8
                width: parent.width
                visible: text !== ""
                text: page.form.message
                color: Theme.color.unhealthy
                wrapMode: Text.Wrap
                Accessible.role: Accessible.AlertMessage
                Accessible.name: text
            }
        }
    }
}
