// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Dialog that exports an image of the trace: options on the right, preview on the left.
Sheet {
    id: page

    required property WindowModel app
    required property TimelineItem first
    readonly property FigureExport figure: app.figure

    title: "Export an image"
    wanted: 1320
    onClosed: app.state.exportOpen = false
    onVisibleChanged: {
        if (visible)
            figure.begin(first, app.state.timeline)
        else
            figure.end()
    }
    buttons: [
        FlatButton {
            objectName: "copyImage"
            text: "Copy image"
            outlined: true
            enabled: page.figure.problem === ""
            onClicked: page.figure.copy()
        },
        FlatButton {
            objectName: "saveImage"
            text: "Save…"
            strong: true
            enabled: page.figure.problem === ""
            onClicked: page.app.files.begin(FileChooser.SaveFigure,
                                            ["png", "svg", "pdf"][page.figure.format])
        }
    ]

    Rectangle {
        id: sheetArea

        anchors.left: parent.left
        anchors.right: options.left
        anchors.rightMargin: 20
        anchors.top: parent.top
        anchors.bottom: parent.bottom
        color: Theme.color.background
        border.width: 1
        border.color: Theme.color.grid

        FigurePreview {
            anchors.fill: parent
            anchors.margins: 10
            image: page.figure.preview
            Accessible.role: Accessible.Graphic
            Accessible.name: "Preview of the image"
        }
        PlainLabel {
            anchors.centerIn: parent
            width: parent.width - 60
            visible: text !== ""
            text: page.figure.problem
            color: Theme.color.unhealthy
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
        ScrollBar.vertical: PaneScrollBar {}

        Column {
            id: column

            width: 286
            spacing: 14

            ExportChoice {
                width: parent.width
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
                visible: page.figure.hasOther
                label: "Traces"
                current: !page.figure.compared ? "one" : page.figure.ownScales ? "own" : "both"
                options: [{text: "This one", value: "one"}, {text: "Both", value: "both"},
                          {text: "Both, full width each", value: "own"}]
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
                    text: "‹"
                    outlined: true
                    enabled: number.chosen > 1
                    Accessible.name: "Previous"
                    onClicked: page.figure.advance(-1)
                }
                PlainLabel {
                    height: Math.round(28 * Theme.scale)
                    text: (number.isStep ? "Step " : "Finding ") + number.chosen + " of "
                          + number.count
                    color: Theme.color.text
                    verticalAlignment: Text.AlignVCenter
                }
                FlatButton {
                    text: "›"
                    outlined: true
                    enabled: number.chosen < number.count
                    Accessible.name: "Next"
                    onClicked: page.figure.advance(1)
                }
            }
            ExportChoice {
                width: parent.width
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
                label: "Tracks"
                text: page.figure.tracks
                placeholder: "all with slices; or patterns: GPU 0*, *main*"
                onEdited: text => page.figure.tracks = text
            }
            ExportChoice {
                width: parent.width
                label: "Format"
                current: page.figure.format
                options: [{text: "PNG", value: FigureExport.Png},
                          {text: "SVG", value: FigureExport.Svg},
                          {text: "PDF", value: FigureExport.Pdf}]
                onPicked: value => page.figure.format = value
            }
            ExportChoice {
                width: parent.width
                label: "Width in pixels"
                current: page.figure.imageWidth
                options: [600, 800, 1100, 1400, 1800].map(n => ({text: String(n), value: n}))
                onPicked: value => page.figure.imageWidth = value
            }
            ExportChoice {
                width: parent.width
                label: "Height in pixels"
                current: page.figure.imageHeight
                options: [{text: "Automatic", value: 0}].concat(
                             [500, 700, 900, 1200].map(n => ({text: String(n), value: n})))
                onPicked: value => page.figure.imageHeight = value
            }
            ExportChoice {
                width: parent.width
                label: "Scale"
                current: page.figure.scale
                options: [1, 2, 3, 4].map(n => ({text: n + "×", value: n}))
                onPicked: value => page.figure.scale = value
            }
            ExportChoice {
                width: parent.width
                label: "Theme"
                current: page.figure.dark
                options: [{text: "Light", value: false}, {text: "Dark", value: true}]
                onPicked: value => page.figure.dark = value
            }
            ExportField {
                width: parent.width
                label: "Title"
                text: page.figure.title
                placeholder: "default"
                onEdited: text => page.figure.title = text
            }
            ExportField {
                width: parent.width
                label: "Caption"
                text: page.figure.caption
                onEdited: text => page.figure.caption = text
            }
        }
    }
    PlainLabel {
        id: outcome

        objectName: "exportOutcome"
        anchors.right: parent.right
        anchors.rightMargin: 14
        anchors.bottom: parent.bottom
        width: 300
        text: page.figure.outcome
        color: page.figure.failed ? Theme.color.unhealthy : Theme.color.secondaryText
        wrapMode: Text.Wrap
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }

    // A label and a group of buttons: one is chosen, or any number.
    component ExportChoice: Column {
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
}
