// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The page without a trace: recent files, samples, and how to record a trace.
Rectangle {
    id: page

    required property WindowModel app
    readonly property bool hasRecent: app.recentFiles.count > 0
    readonly property bool isWide: width >= 960 * Theme.scale

    // Scrolls to an item of the page that has received the focus.
    function reveal(item) {
        const top = item.mapToItem(content, 0, 0).y + content.y
        flick.contentY = Math.max(top + item.height + 24 - flick.height,
                                  Math.min(flick.contentY, top - 24))
    }

    color: Theme.color.background
    // Tab goes on from here.
    focus: true
    Accessible.role: Accessible.Pane
    Accessible.name: "Start page"
    Component.onCompleted: {
        if (visible)
            forceActiveFocus()
    }
    onVisibleChanged: {
        if (visible)
            forceActiveFocus()
    }

    component Heading: PlainLabel {
        bottomPadding: 6
        color: Theme.color.text
        font.pixelSize: Theme.largeSize
        font.weight: Font.DemiBold
        Accessible.role: Accessible.Heading
    }
    component Recent: RecentEntry {
        onVisualFocusChanged: if (visualFocus) page.reveal(this)
        onClicked: page.app.first.session.open(path)
    }
    component Example: SampleEntry {
        onVisualFocusChanged: if (visualFocus) page.reveal(this)
        onClicked: page.app.first.session.open(path)
    }

    Flickable {
        id: flick

        objectName: "startFlick"
        anchors.fill: parent
        contentHeight: content.height + 2 * content.margin
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {}

        Column {
            id: content

            readonly property int margin: Math.round(40 * Theme.scale)

            x: Math.round((flick.width - width) / 2)
            y: Math.max(margin, Math.round((flick.height - height) * 0.4))
            width: Math.min(flick.width - 64, Math.round(1480 * Theme.scale))
            spacing: Math.round(28 * Theme.scale)

            Row {
                width: parent.width
                spacing: 20

                Image {
                    id: icon

                    source: "qrc:/gaplight/icons/gaplight.svg"
                    sourceSize: Qt.size(64, 64)
                }
                Column {
                    width: parent.width - icon.width - parent.spacing

                    PlainLabel {
                        text: "Gaplight"
                        color: Theme.color.text
                        font.pixelSize: Theme.displaySize
                        font.weight: Font.DemiBold
                    }
                    PlainLabel {
                        width: parent.width
                        text: "Shows where a GPU waited, why, and what fixing it would buy."
                        color: Theme.color.secondaryText
                        font.pixelSize: Theme.largeSize
                        wrapMode: Text.Wrap
                    }
                }
            }
            Column {
                width: parent.width
                spacing: 8

                Flow {
                    width: parent.width
                    spacing: 8

                    FlatButton {
                        text: "Open a trace…"
                        hint: "Ctrl+O"
                        strong: true
                        onClicked: page.app.state.requestOpen()
                    }
                    FlatButton {
                        text: "Record…"
                        hint: "Ctrl+R"
                        outlined: true
                        Accessible.name: "Record a CUDA program"
                        onClicked: page.app.state.recordOpen = true
                    }
                    FlatButton {
                        text: "Settings"
                        hint: "Ctrl+,"
                        outlined: true
                        onClicked: page.app.state.settingsOpen = true
                    }
                    FlatButton {
                        objectName: "startKeys"
                        text: "All keys"
                        hint: "?"
                        outlined: true
                        onClicked: page.app.state.helpOpen = true
                    }
                }
                PlainLabel {
                    width: parent.width
                    text: "or drop a file here: traces of PyTorch's profiler, Nsight Systems (SQLite), "
                          + "Perfetto, rocprof, JAX; .gz and .zst as they are"
                    color: Theme.color.secondaryText
                    wrapMode: Text.Wrap
                }
            }
            Grid {
                width: parent.width
                columns: page.isWide ? 2 : 1
                columnSpacing: Math.round(40 * Theme.scale)
                rowSpacing: Math.round(28 * Theme.scale)

                // Without recent files the samples take their place.
                Column {
                    id: main

                    width: page.isWide ? Math.round((parent.width - parent.columnSpacing) * 0.62)
                                       : parent.width
                    spacing: 2

                    Heading {
                        text: page.hasRecent ? "Recent" : "Start with a sample"
                    }
                    Repeater {
                        model: page.hasRecent ? page.app.recentFiles : null

                        Recent {
                            objectName: "recentEntry"
                            width: main.width
                        }
                    }
                    Column {
                        width: parent.width
                        visible: !page.hasRecent
                        spacing: 8

                        Repeater {
                            model: page.hasRecent ? null : page.app.samples

                            Example {
                                objectName: "sampleEntry"
                                width: main.width
                            }
                        }
                        PlainLabel {
                            width: parent.width
                            topPadding: 4
                            text: "Traces that you open are listed here."
                            color: Theme.color.secondaryText
                        }
                    }
                }
                Column {
                    id: side

                    width: page.isWide ? parent.width - parent.columnSpacing - main.width
                                       : parent.width
                    spacing: 8

                    Heading {
                        visible: page.hasRecent && page.app.samples.count > 0
                        text: "Samples"
                    }
                    Repeater {
                        model: page.hasRecent ? page.app.samples : null

                        Example {
                            objectName: "sampleEntry"
                            width: side.width
                        }
                    }
                    Heading {
                        topPadding: page.hasRecent ? 16 : 0
                        text: "Record a trace in five lines"
                    }
                    RecordSnippet {
                        width: parent.width
                        label: "In a PyTorch program"
                        code: "from torch.profiler import profile\n"
                              + "with profile(with_stack=True, record_shapes=True) as p:\n"
                              + "    for _ in range(3):\n"
                              + "        train_step()  # your code\n"
                              + "p.export_chrome_trace(\"trace.json.gz\")"
                    }
                    RecordSnippet {
                        width: parent.width
                        visible: page.app.record.available && page.app.record.hasDriver
                        label: "Any CUDA program, unchanged"
                        code: "gaplight record -- python3 train.py"
                    }
                }
            }
        }
    }

    // A text to copy: lines of a program or of a shell.
    component RecordSnippet: Column {
        id: snippet

        required property string label
        required property string code

        function copy() {
            lines.selectAll()
            lines.copy()
            lines.deselect()
            button.text = "Copied"
        }

        spacing: 4

        Item {
            width: parent.width
            height: button.height

            PlainLabel {
                width: parent.width - button.width - 8
                height: parent.height
                text: snippet.label
                color: Theme.color.secondaryText
                elide: Text.ElideRight
                verticalAlignment: Text.AlignVCenter
            }
            LinkButton {
                id: button

                objectName: "copySnippet"
                anchors.right: parent.right
                text: "Copy"
                Accessible.name: text + ": " + snippet.label
                onClicked: snippet.copy()
                onActiveFocusChanged: text = "Copy"
            }
        }
        Rectangle {
            width: parent.width
            height: lines.implicitHeight + 20
            radius: 6
            color: Theme.color.panelBackground
            border.width: 1
            border.color: Theme.color.grid
            clip: true

            TextEdit {
                id: lines

                x: 12
                y: 10
                width: parent.width - 24
                text: snippet.code
                textFormat: TextEdit.PlainText
                readOnly: true
                selectByMouse: true
                wrapMode: TextEdit.WrapAnywhere
                color: Theme.color.text
                font.family: Theme.monospaceFamily
                font.pixelSize: Theme.smallSize
                selectionColor: Theme.color.accent
                selectedTextColor: Theme.color.background
                Accessible.name: snippet.label
            }
        }
    }

    // A sample trace on the start page: its title and what it shows.
    component SampleEntry: AbstractButton {
        id: entry

        required property string path
        required property string title
        required property string summary

        implicitHeight: texts.implicitHeight + 16
        hoverEnabled: true
        focusPolicy: Qt.TabFocus
        Accessible.name: title
        Accessible.description: summary
        Accessible.ignored: !visible

        background: Rectangle {
            radius: 6
            color: Theme.color.panelBackground
            border.width: entry.visualFocus ? 2 : 1
            border.color: entry.visualFocus || entry.hovered ? Theme.color.accent : Theme.color.grid
        }
        contentItem: Item {
            Column {
                id: texts

                x: 12
                anchors.verticalCenter: parent.verticalCenter
                width: parent.width - 24
                spacing: 2

                PlainLabel {
                    width: parent.width
                    text: entry.title
                    color: Theme.color.accent
                    font.weight: Font.DemiBold
                    elide: Text.ElideRight
                }
                PlainLabel {
                    width: parent.width
                    text: entry.summary
                    color: Theme.color.secondaryText
                    wrapMode: Text.Wrap
                }
            }
        }
    }

    // A recent file on the start page: its overview, name and date, facts, and the verdict.
    component RecentEntry: AbstractButton {
        id: entry

        required property string path
        required property string name
        required property string folder
        required property string facts
        required property string kind
        required property string verdict
        required property string openedAt
        required property url darkPreview
        required property url lightPreview
        readonly property url preview: Theme.dark ? darkPreview : lightPreview

        implicitHeight: Math.round(72 * Theme.scale)
        hoverEnabled: true
        focusPolicy: Qt.TabFocus
        Accessible.name: name + ", " + facts
        Accessible.description: verdict
        Accessible.ignored: !visible

        background: Rectangle {
            radius: 6
            color: entry.hovered || entry.visualFocus ? Theme.color.panelBackground : "transparent"
            border.width: entry.visualFocus ? 2 : 1
            border.color: entry.visualFocus ? Theme.color.accent
                                            : (entry.hovered ? Theme.color.grid : "transparent")
        }
        contentItem: Item {
            Rectangle {
                id: sight

                x: 10
                anchors.verticalCenter: parent.verticalCenter
                width: Math.min(200, Math.round(entry.width * 0.28))
                height: Math.round(48 * Theme.scale)
                radius: 3
                // A file without a picture has no empty frame.
                color: entry.preview.toString() === "" ? "transparent" : Theme.color.panelBackground
                clip: true

                PlainLabel {
                    objectName: "recentKind"
                    anchors.fill: parent
                    visible: entry.preview.toString() === ""
                    text: entry.kind
                    color: Theme.color.secondaryText
                    horizontalAlignment: Text.AlignHCenter
                    verticalAlignment: Text.AlignVCenter
                    wrapMode: Text.Wrap
                }
                Image {
                    anchors.fill: parent
                    source: entry.preview
                    sourceSize: Qt.size(400, 96)
                    cache: false
                }
            }
            PlainLabel {
                id: title

                anchors.left: sight.right
                anchors.leftMargin: 14
                anchors.right: date.left
                anchors.rightMargin: 12
                anchors.bottom: line.top
                anchors.bottomMargin: 2
                text: entry.name
                color: Theme.color.text
                font.pixelSize: Theme.largeSize
                font.weight: Font.DemiBold
                elide: Text.ElideMiddle
            }
            PlainLabel {
                id: date

                anchors.right: parent.right
                anchors.rightMargin: 12
                anchors.baseline: title.baseline
                text: entry.openedAt
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
            }
            PlainLabel {
                id: line

                anchors.left: title.left
                anchors.right: parent.right
                anchors.rightMargin: 12
                anchors.verticalCenter: parent.verticalCenter
                text: entry.facts + " · " + entry.folder
                color: Theme.color.secondaryText
                elide: Text.ElideRight
            }
            PlainLabel {
                anchors.left: title.left
                anchors.right: parent.right
                anchors.rightMargin: 12
                anchors.top: line.bottom
                anchors.topMargin: 2
                text: entry.verdict
                color: Theme.color.text
                elide: Text.ElideRight
            }
        }
    }
}
