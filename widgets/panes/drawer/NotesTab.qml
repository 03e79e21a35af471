// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Tab Notes: notes by time with color, place and text; a click on the place goes to it.
DrawerPane {
    id: tab

    readonly property NoteListModel notes: context.notes

    // Its text gets the focus, as soon as there is a field for it.
    function editCurrent() {
        if (!visible || notes.current < 0)
            return
        list.forceLayout()
        list.positionViewAtIndex(notes.current, ListView.Contain)
        list.itemAtIndex(notes.current)?.edit()
    }

    onVisibleChanged: Qt.callLater(editCurrent)

    Connections {
        target: tab.notes

        function onCurrentChanged() { Qt.callLater(tab.editCurrent) }
    }
    PlainLabel {
        anchors.centerIn: parent
        width: Math.min(parent.width - 40, 640)
        visible: tab.notes.count === 0 && tab.notes.error === ""
        text: "M adds a note to the selected slice, the selected range, or the time under "
              + "the pointer. Ctrl+1 to Ctrl+9 save the view as a bookmark, 1 to 9 go to it."
        color: Theme.color.secondaryText
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
    }
    PlainLabel {
        id: error

        x: 12
        y: Math.round(6 * Theme.scale)
        width: parent.width - 24
        visible: text !== ""
        text: tab.notes.error
        color: Theme.color.unhealthy
        wrapMode: Text.Wrap
    }
    PlainLabel {
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        anchors.margins: 12
        visible: tab.run !== ""
        text: "Notes and bookmarks of run " + tab.run + ", the run clicked last."
        color: Theme.color.secondaryText
    }
    ListView {
        id: list

        objectName: "noteList"
        anchors.fill: parent
        anchors.topMargin: error.visible ? error.height + 12 : 6
        clip: true
        spacing: 2
        model: tab.notes
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {}
        Accessible.name: "Notes"

        delegate: Row {
            id: row

            required property int index
            required property string noteText
            required property string colorName
            required property string when
            required property string length
            required property string where

            function edit() { field.forceActiveFocus(Qt.OtherFocusReason) }

            x: 12
            height: Math.round(28 * Theme.scale)
            spacing: 8

            AbstractButton {
                id: dye

                anchors.verticalCenter: parent.verticalCenter
                width: 22
                height: Math.round(22 * Theme.scale)
                focusPolicy: Qt.TabFocus
                Accessible.name: "Next color"
                onClicked: tab.notes.nextColor(row.index)
                background: Rectangle {
                    radius: 4
                    color: "transparent"
                    border.width: dye.visualFocus ? 1 : 0
                    border.color: Theme.color.accent
                }
                contentItem: Item {
                    Rectangle {
                        anchors.centerIn: parent
                        width: 14
                        height: 14
                        radius: 3
                        color: Theme.color[row.colorName]
                    }
                }
            }
            LinkButton {
                anchors.verticalCenter: parent.verticalCenter
                width: Math.round(190 * Theme.scale)
                text: row.when + (row.length === "" ? "" : " · " + row.length)
                Accessible.name: "Go to the note at " + row.when
                onClicked: tab.timeline.goToNote(row.index)
            }
            TextField {
                id: field

                objectName: "noteText" + row.index
                anchors.verticalCenter: parent.verticalCenter
                width: Math.max(160, Math.min(480, list.width - 480))
                height: Math.round(26 * Theme.scale)
                leftPadding: 8
                rightPadding: 8
                selectByMouse: true
                text: row.noteText
                placeholderText: "What is here?"
                placeholderTextColor: Theme.color.secondaryText
                color: Theme.color.text
                selectionColor: Theme.color.accent
                selectedTextColor: Theme.color.background
                Accessible.name: "Text of the note"
                onTextEdited: tab.notes.setText(row.index, text)
                onAccepted: tab.timeline.forceActiveFocus()
                onActiveFocusChanged: {
                    if (activeFocus)
                        tab.notes.current = row.index
                }
                background: Rectangle {
                    radius: 4
                    color: Theme.color.background
                    border.width: field.activeFocus ? 2 : 1
                    border.color: field.activeFocus ? Theme.color.accent
                                                    : Theme.color.grid
                }
            }
            PlainLabel {
                anchors.verticalCenter: parent.verticalCenter
                width: Math.max(0, Math.min(implicitWidth, list.width - x - 120))
                text: row.where
                color: Theme.color.secondaryText
                elide: Text.ElideRight
            }
            FlatButton {
                anchors.verticalCenter: parent.verticalCenter
                height: Math.round(24 * Theme.scale)
                text: "Remove"
                Accessible.name: "Remove the note at " + row.when
                onClicked: tab.notes.remove(row.index)
            }
        }
    }
}
