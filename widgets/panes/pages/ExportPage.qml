// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Dialogs
import Gaplight

// A picture of the trace to save or to copy: what it shows at the right, as it will be at the left.
Sheet {
    id: page

    required property WindowModel app
    readonly property FigureExport figure: app.figure

    theme: app.theme
    title: "Export a picture"
    wanted: 1320
    onClosed: app.state.exportOpen = false
    onVisibleChanged: {
        if (visible)
            figure.begin(app.state.timeline)
        else
            figure.end()
    }
    buttons: [
        FlatButton {
            objectName: "copyPicture"
            theme: page.theme
            text: "Copy image"
            outlined: true
            enabled: page.figure.problem === ""
            onClicked: page.figure.copy()
        },
        FlatButton {
            objectName: "savePicture"
            theme: page.theme
            text: "Save…"
            strong: true
            enabled: page.figure.problem === ""
            onClicked: dialog.open()
        }
    ]

    FileDialog {
        id: dialog

        title: "Save the picture"
        fileMode: FileDialog.SaveFile
        defaultSuffix: ["png", "svg", "pdf"][page.figure.format]
        nameFilters: [["PNG (*.png)"], ["SVG (*.svg)"], ["PDF (*.pdf)"]][page.figure.format]
        onAccepted: page.figure.save(selectedFile)
    }
    Rectangle {
        id: sheetArea

        anchors.left: parent.left
        anchors.right: options.left
        anchors.rightMargin: 20
        anchors.top: parent.top
        anchors.bottom: parent.bottom
        color: page.theme.color.background
        border.width: 1
        border.color: page.theme.color.grid

        FigurePreview {
            anchors.fill: parent
            anchors.margins: 10
            image: page.figure.preview
            Accessible.role: Accessible.Graphic
            Accessible.name: "Preview of the picture"
        }
        Text {
            anchors.centerIn: parent
            width: parent.width - 60
            visible: text !== ""
            text: page.figure.problem
            textFormat: Text.PlainText
            color: page.theme.color.unhealthy
            wrapMode: Text.Wrap
            horizontalAlignment: Text.AlignHCenter
        }
    }
    Flickable {
        id: options

        anchors.right: parent.right
        anchors.rightMargin: 14
        anchors.top: parent.top
        anchors.bottom: outcome.top
        anchors.bottomMargin: 8
        width: 300
        contentHeight: column.height
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}

        Column {
            id: column

            width: 286
            spacing: 14

            ExportChoice {
                width: parent.width
                theme: page.theme
                label: "What"
                current: page.figure.what
                options: [{text: "View", value: FigureExport.View},
                          {text: "Range", value: FigureExport.Range, enabled: page.figure.hasRange},
                          {text: "Step", value: FigureExport.Step,
                           enabled: page.figure.stepCount > 0},
                          {text: "Finding", value: FigureExport.Finding,
                           enabled: page.figure.findingCount > 0}]
                onPicked: value => page.figure.what = value
            }
            ExportChoice {
                width: parent.width
                theme: page.theme
                visible: page.figure.hasOther
                label: "Traces"
                current: !page.figure.compared ? "one" : page.figure.ownScales ? "own" : "both"
                options: [{text: "This one", value: "one"}, {text: "Both", value: "both"},
                          {text: "Both, each as wide", value: "own"}]
                onPicked: value => {
                    page.figure.ownScales = value === "own"
                    page.figure.compared = value !== "one"
                }
            }
            Row {
                id: number

                readonly property bool isStep: page.figure.what === FigureExport.Step
                readonly property int count: isStep ? page.figure.stepCount
                                                    : page.figure.findingCount
                readonly property int chosen: isStep ? page.figure.step : page.figure.finding

                visible: isStep || page.figure.what === FigureExport.Finding
                spacing: 4

                FlatButton {
                    theme: page.theme
                    text: "‹"
                    outlined: true
                    enabled: number.chosen > 1
                    Accessible.name: "Previous"
                    onClicked: page.figure.advance(-1)
                }
                Text {
                    height: 28
                    text: (number.isStep ? "Step " : "Finding ") + number.chosen + " of "
                          + number.count
                    color: page.theme.color.text
                    verticalAlignment: Text.AlignVCenter
                }
                FlatButton {
                    theme: page.theme
                    text: "›"
                    outlined: true
                    enabled: number.chosen < number.count
                    Accessible.name: "Next"
                    onClicked: page.figure.advance(1)
                }
            }
            ExportChoice {
                width: parent.width
                theme: page.theme
                label: "With"
                many: true
                chosen: ["findings", "idle", "checklist", "arrows", "notes", "replay"].filter(
                            part => page.figure[part])
                options: [{text: "Findings", value: "findings"},
                          {text: "Idle time", value: "idle"},
                          {text: "Checklist", value: "checklist"},
                          {text: "Arrows", value: "arrows"},
                          {text: "Notes", value: "notes", enabled: page.figure.hasNotes},
                          {text: "What-if", value: "replay", enabled: page.figure.hasReplay}]
                onPicked: value => page.figure[value] = !page.figure[value]
            }
            ExportField {
                objectName: "exportTracks"
                width: parent.width
                theme: page.theme
                label: "Tracks"
                text: page.figure.tracks
                placeholder: "those with work; or GPU 0*, *main*"
                onEdited: text => page.figure.tracks = text
            }
            ExportChoice {
                width: parent.width
                theme: page.theme
                label: "Format"
                current: page.figure.format
                options: [{text: "PNG", value: FigureExport.Png},
                          {text: "SVG", value: FigureExport.Svg},
                          {text: "PDF", value: FigureExport.Pdf}]
                onPicked: value => page.figure.format = value
            }
            ExportChoice {
                width: parent.width
                theme: page.theme
                label: "Width in pixels"
                current: page.figure.pictureWidth
                options: [600, 800, 1100, 1400, 1800].map(n => ({text: String(n), value: n}))
                onPicked: value => page.figure.pictureWidth = value
            }
            ExportChoice {
                width: parent.width
                theme: page.theme
                label: "Height in pixels"
                current: page.figure.pictureHeight
                options: [{text: "As needed", value: 0}].concat(
                             [500, 700, 900, 1200].map(n => ({text: String(n), value: n})))
                onPicked: value => page.figure.pictureHeight = value
            }
            ExportChoice {
                width: parent.width
                theme: page.theme
                label: "Scale"
                current: page.figure.scale
                options: [1, 2, 3, 4].map(n => ({text: n + "×", value: n}))
                onPicked: value => page.figure.scale = value
            }
            ExportChoice {
                width: parent.width
                theme: page.theme
                label: "Theme"
                current: page.figure.dark
                options: [{text: "Light", value: false}, {text: "Dark", value: true}]
                onPicked: value => page.figure.dark = value
            }
            ExportField {
                width: parent.width
                theme: page.theme
                label: "Title"
                text: page.figure.title
                placeholder: "as suggested"
                onEdited: text => page.figure.title = text
            }
            ExportField {
                width: parent.width
                theme: page.theme
                label: "Caption"
                text: page.figure.caption
                onEdited: text => page.figure.caption = text
            }
        }
    }
    Text {
        id: outcome

        objectName: "exportOutcome"
        anchors.right: parent.right
        anchors.rightMargin: 14
        anchors.bottom: parent.bottom
        width: 300
        text: page.figure.outcome
        textFormat: Text.PlainText
        color: page.figure.failed ? page.theme.color.unhealthy : page.theme.color.secondaryText
        wrapMode: Text.Wrap
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
}
