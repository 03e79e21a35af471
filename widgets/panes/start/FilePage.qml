// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The choice of a file where the desktop has no dialog for it: a path to type, the list of its
// folder, and a preview. Receives all keys.
Sheet {
    id: page

    required property WindowModel app
    readonly property FileChooser chooser: app.files
    // The window's actions wait meanwhile.
    readonly property bool keepsKeys: true

    function step(rows) {
        chooser.row = Math.max(0, chooser.row + rows)
    }

    // With Shift, files on the way are marked.
    function extend(event, rows) {
        const marks = event.modifiers & Qt.ShiftModifier
        if (marks && chooser.marked.length === 0)
            chooser.toggleMark(chooser.row)
        step(rows)
        if (marks)
            chooser.toggleMark(chooser.row)
    }

    title: chooser.title
    wanted: 940
    onClosed: chooser.cancel()
    onVisibleChanged: {
        if (visible) {
            field.forceActiveFocus()
            field.selectAll()  // a name that was proposed is replaced by what is typed
        }
    }
    Keys.onEscapePressed: chooser.replaced === "" ? chooser.cancel() : chooser.replace(false)
    buttons: FlatButton {
        objectName: "fileAccept"
        text: page.chooser.action
        strong: true
        onClicked: page.chooser.accept()
    }

    Row {
        id: place

        width: parent.width - 14
        height: Math.round(28 * Theme.scale)
        spacing: 8

        FlatButton {
            id: up

            objectName: "fileUp"
            text: "↑"
            hint: "The folder above (Alt+Up, or Backspace in the empty field)"
            outlined: true
            Accessible.name: "The folder above"
            onClicked: page.chooser.goUp()
        }
        PlainLabel {
            objectName: "fileFolder"
            width: parent.width - up.width - choice.width - 2 * parent.spacing
            height: parent.height
            text: page.chooser.listedFolder
            color: Theme.color.text
            elide: Text.ElideMiddle
            verticalAlignment: Text.AlignVCenter
        }
        Row {
            id: choice

            spacing: 4

            FlatButton {
                text: page.chooser.saves ? "Images" : "Traces"
                outlined: true
                checked: !page.chooser.files.showsAll
                Accessible.name: "List " + text
                onClicked: page.chooser.files.showsAll = false
            }
            FlatButton {
                objectName: "fileShowAll"
                text: "All files"
                outlined: true
                checked: page.chooser.files.showsAll
                Accessible.name: "List all files"
                onClicked: page.chooser.files.showsAll = true
            }
        }
    }
    TextField {
        id: field

        objectName: "filePath"
        anchors.top: place.bottom
        anchors.topMargin: 8
        width: parent.width - 14
        height: Math.round(32 * Theme.scale)
        leftPadding: 10
        font.pixelSize: Theme.largeSize
        selectByMouse: true
        color: Theme.color.text
        placeholderText: page.chooser.saves ? "Name of the file"
                         : "A name or a path (Tab completes it), or HOST:PATH on another machine"
        placeholderTextColor: Theme.color.secondaryText
        selectionColor: Theme.color.accent
        selectedTextColor: Theme.color.background
        Accessible.name: "Path of the file"
        text: page.chooser.text
        onTextEdited: page.chooser.text = text
        onAccepted: page.chooser.accept()
        Keys.onDownPressed: event => page.extend(event, 1)
        Keys.onUpPressed: event => {
            if (event.modifiers & Qt.ShiftModifier)
                page.extend(event, -1)
            else if (event.modifiers & Qt.AltModifier)
                page.chooser.goUp()
            else
                page.chooser.row -= 1
        }
        Keys.onTabPressed: event => event.accepted = text !== "" && page.chooser.complete()
        Keys.onPressed: event => {
            if (event.key === Qt.Key_PageDown || event.key === Qt.Key_PageUp)
                page.step(event.key === Qt.Key_PageDown ? 10 : -10)
            else if (event.key === Qt.Key_Backspace && text === "")
                page.chooser.goUp()
        }
        background: Rectangle {
            radius: 5
            color: Theme.color.background
            border.width: field.activeFocus ? 2 : 1
            border.color: field.activeFocus ? Theme.color.accent : Theme.color.secondaryText
        }
    }
    Rectangle {
        id: frame

        anchors.top: field.bottom
        anchors.topMargin: 8
        anchors.bottom: answer.top
        anchors.bottomMargin: 8
        width: page.chooser.saves ? field.width
                                  : Math.round((field.width - 12) * 0.68)
        radius: 5
        color: Theme.color.background
        border.width: 1
        border.color: Theme.color.grid

        PlainLabel {
            objectName: "fileNone"
            anchors.centerIn: parent
            width: parent.width - 40
            visible: page.chooser.files.count === 0
            text: page.chooser.files.loading ? "Reading the folder…"
                  : (page.chooser.files.total === 0 ? "This folder is empty."
                     : (page.chooser.saves ? "No images and no folders here."
                        : (field.text !== "" ? "Nothing here has this name."
                                             : "No traces and no folders here.")))
            color: Theme.color.secondaryText
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.Wrap
        }
        ListView {
            id: list

            objectName: "fileList"
            anchors.fill: parent
            anchors.margins: 4
            clip: true
            model: page.chooser.files
            cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
            readonly property int row: page.chooser.row
            currentIndex: -1
            onRowChanged: positionViewAtIndex(Math.max(0, row), ListView.Contain)
            keyNavigationEnabled: false
            highlightFollowsCurrentItem: false
            boundsBehavior: Flickable.StopAtBounds
            ScrollBar.vertical: PaneScrollBar {}
            Accessible.role: Accessible.List
            Accessible.name: "Files"

            delegate: Rectangle {
                id: entry

                required property int index
                required property string name
                required property bool isFolder
                required property bool isWanted
                required property string size
                required property string modified

                objectName: "fileEntry"
                width: list.width
                height: Math.round(26 * Theme.scale)
                radius: 4
                readonly property bool isMarked: page.chooser.marked.includes(name)
                color: isMarked || index === list.row || over.containsMouse ? Theme.color.grid
                                                                            : "transparent"
                border.width: isMarked ? 1 : 0
                border.color: Theme.color.accent
                Accessible.role: Accessible.ListItem
                Accessible.name: name + (isFolder ? ", folder" : "")

                PlainLabel {
                    x: 10
                    width: bytes.x - x - 12
                    height: parent.height
                    text: entry.isFolder ? entry.name + "/" : entry.name
                    color: entry.isFolder ? Theme.color.accent
                           : (entry.isWanted ? Theme.color.text : Theme.color.secondaryText)
                    elide: Text.ElideMiddle
                    verticalAlignment: Text.AlignVCenter
                }
                PlainLabel {
                    id: bytes

                    anchors.right: date.left
                    anchors.rightMargin: 12
                    width: Math.round(64 * Theme.scale)
                    height: parent.height
                    text: entry.size
                    color: Theme.color.secondaryText
                    horizontalAlignment: Text.AlignRight
                    verticalAlignment: Text.AlignVCenter
                }
                PlainLabel {
                    id: date

                    anchors.right: parent.right
                    anchors.rightMargin: 14
                    width: Math.round(104 * Theme.scale)
                    height: parent.height
                    text: entry.modified
                    color: Theme.color.secondaryText
                    horizontalAlignment: Text.AlignRight
                    verticalAlignment: Text.AlignVCenter
                }
                MouseArea {
                    id: over

                    anchors.fill: parent
                    hoverEnabled: true
                    onClicked: mouse => {
                        field.forceActiveFocus()
                        if (mouse.modifiers & Qt.ShiftModifier) {
                            page.chooser.markTo(entry.index)
                        } else if (mouse.modifiers & Qt.ControlModifier) {
                            if (page.chooser.marked.length === 0 && page.chooser.row !== entry.index)
                                page.chooser.toggleMark(page.chooser.row)
                            page.chooser.toggleMark(entry.index)
                        } else {
                            page.chooser.clearMarks()
                        }
                        page.chooser.row = entry.index
                    }
                    onDoubleClicked: page.chooser.acceptRow(entry.index)
                }
            }
        }
    }
    FilePreviewPanel {
        anchors.left: frame.right
        anchors.leftMargin: 12
        anchors.right: field.right
        anchors.top: frame.top
        anchors.bottom: frame.bottom
        visible: !page.chooser.saves
        preview: page.chooser.preview
    }
    Row {
        id: answer

        readonly property var offers: page.chooser.rankOffers

        anchors.bottom: parent.bottom
        width: field.width
        height: Math.round(28 * Theme.scale)
        spacing: 8

        PlainLabel {
            objectName: "fileProblem"
            width: Math.min(implicitWidth, parent.width - (yes.visible ? 180 : 0))
            height: parent.height
            text: page.chooser.problem
            color: Theme.color.warningText
            elide: Text.ElideMiddle
            verticalAlignment: Text.AlignVCenter
            Accessible.role: Accessible.AlertMessage
            Accessible.name: text
        }
        FlatButton {
            id: yes

            objectName: "fileReplace"
            visible: page.chooser.replaced !== ""
            text: "Replace it"
            outlined: true
            onClicked: page.chooser.replace(true)
        }
        FlatButton {
            visible: yes.visible
            text: "Keep it"
            outlined: true
            onClicked: page.chooser.replace(false)
        }
        FlatButton {
            objectName: "fileRanks"
            visible: answer.offers.length > 0 && page.chooser.marked.length < 2
            text: answer.offers[0] ?? ""
            outlined: true
            onClicked: page.chooser.openTogether()
        }
        FlatButton {
            objectName: "fileOtherRanks"
            visible: answer.offers.length > 1 && page.chooser.marked.length < 2
            text: "+" + (answer.offers.length - 1) + " ▾"
            hint: sets.opened ? "" : "The other sets of ranks in this folder"
            outlined: true
            Accessible.name: "Other sets of ranks"
            onClicked: sets.opened ? sets.close() : sets.open()

            ContextMenu {
                id: sets

                objectName: "fileRankSets"
                y: -height - 4
                height: Math.min(implicitHeight, Math.round(320 * Theme.scale))
                closePolicy: Popup.CloseOnEscape | Popup.CloseOnPressOutsideParent

                Instantiator {
                    model: answer.offers.slice(1)
                    delegate: MenuEntry {
                        required property int index
                        required property string modelData

                        text: modelData
                        onTriggered: page.chooser.openTogether(index + 1)
                    }
                    onObjectAdded: (index, entry) => sets.insertItem(index, entry)
                    onObjectRemoved: (index, entry) => sets.removeItem(entry)
                }
            }
        }
        FlatButton {
            objectName: "fileTogether"
            visible: page.chooser.marked.length > 1
            text: "Open the " + page.chooser.marked.length + " as ranks of one run"
            outlined: true
            onClicked: page.chooser.openTogether()
        }
        FlatButton {
            objectName: "fileCompare"
            visible: page.chooser.marked.length === 2
            text: "Compare the two"
            outlined: true
            onClicked: page.chooser.compareMarked()
        }
        PlainLabel {
            visible: page.chooser.problem === ""
            height: parent.height
            text: "Up and Down select · Return " + (page.chooser.saves ? "saves" : "opens")
                  + " · Alt+Up goes to the folder above · Esc closes"
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            verticalAlignment: Text.AlignVCenter
        }
    }

    // Facts of the file that is selected in the file page.
    component FilePreviewPanel: Rectangle {
        id: panel

        required property FilePreview preview

        radius: 5
        color: Theme.color.background
        border.width: 1
        border.color: Theme.color.grid
        clip: true

        PlainLabel {
            objectName: "filePreview"
            anchors.fill: parent
            anchors.margins: 12
            text: panel.preview.path === "" ? "Select a file for its preview."
                  : (panel.preview.loading ? "Reading…" : panel.preview.text)
            color: panel.preview.loading || panel.preview.path === "" ? Theme.color.secondaryText
                                                                      : Theme.color.text
            lineHeight: 1.25
            wrapMode: Text.WrapAtWordBoundaryOrAnywhere
            Accessible.name: "Preview: " + text
        }
    }
}
