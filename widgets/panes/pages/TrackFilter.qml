// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Text field over the names of the tracks: only tracks whose name, or the name of their group,
// contains its text are shown.
TextField {
    id: field

    required property TimelineItem timeline
    readonly property TrackMenu tracks: timeline.trackMenu
    property bool wanted: false

    function open() {
        wanted = true
        forceActiveFocus(Qt.ShortcutFocusReason)
        selectAll()
    }
    function pinAll() {
        tracks.pinFiltered()
        wanted = false
        timeline.forceActiveFocus()
    }
    function close() {
        tracks.filter = ""
        wanted = false
        timeline.forceActiveFocus()
    }

    objectName: "trackFilter"
    Accessible.name: "Show only tracks whose name contains this text"
    visible: wanted || tracks.filter !== ""
    leftPadding: 8
    rightPadding: status.width + (pin.visible ? pin.width : 0) + 12
    topPadding: 0
    bottomPadding: 0
    selectByMouse: true
    text: tracks.filter
    placeholderText: "Filter tracks, * for any text"
    placeholderTextColor: Theme.color.secondaryText
    color: Theme.color.text
    selectionColor: Theme.color.accent
    selectedTextColor: Theme.color.background
    onTextEdited: tracks.filter = text
    onAccepted: timeline.forceActiveFocus()
    // Enter alone keeps the filter.
    Keys.onReturnPressed: event => {
        event.accepted = (event.modifiers & Qt.ShiftModifier) !== 0
        if (event.accepted)
            pinAll()
    }
    Keys.onEscapePressed: close()
    // An empty field without focus is closed.
    onActiveFocusChanged: {
        if (!activeFocus && text === "")
            wanted = false
    }
    background: Rectangle {
        color: Theme.color.background
        border.width: field.activeFocus ? 2 : 1
        border.color: field.activeFocus ? Theme.color.accent : Theme.color.grid
    }

    PlainLabel {
        id: status

        anchors.right: pin.visible ? pin.left : parent.right
        anchors.rightMargin: pin.visible ? 0 : 8
        anchors.verticalCenter: parent.verticalCenter
        text: field.tracks.filterStatus
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
    }
    LinkButton {
        id: pin

        objectName: "pinFiltered"
        anchors.right: parent.right
        anchors.rightMargin: 2
        anchors.verticalCenter: parent.verticalCenter
        visible: field.tracks.filter !== ""
        text: "Pin"
        Accessible.name: "Pin all matching tracks (Shift+Enter)"
        onClicked: field.pinAll()
    }
}
