// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Text field of the search, with the number of hits. Enter goes to the next hit.
TextField {
    id: field

    required property WindowModel app
    required property TimelineItem timeline
    readonly property SearchModel search: app.search

    property int awaited: 0  // 1, -1: goes to the next or previous hit once there are hits

    // In the run that one works in.
    function go(forward) {
        if (!search.upToDate) {
            awaited = forward ? 1 : -1
            return
        }
        app.state.drawerTab = WindowState.SearchTab;
        (app.state.timeline ?? timeline).goToHit(forward)
    }

    objectName: "searchField"
    Accessible.name: "Search for names, categories, lengths and args"
    implicitHeight: Math.round(28 * Theme.scale)
    leftPadding: 10
    rightPadding: status.width + 16
    selectByMouse: true
    activeFocusOnTab: true
    color: search.error === "" ? Theme.color.text : Theme.color.unhealthy
    placeholderText: "Search  /"
    placeholderTextColor: Theme.color.secondaryText
    selectionColor: Theme.color.accent
    selectedTextColor: Theme.color.background
    text: search.text
    onTextEdited: {
        awaited = 0
        search.text = text
    }
    Keys.onReturnPressed: event => go(!(event.modifiers & Qt.ShiftModifier))
    Keys.onEnterPressed: event => go(!(event.modifiers & Qt.ShiftModifier))

    background: Rectangle {
        radius: 4
        color: Theme.color.background
        border.width: field.activeFocus ? 2 : 1
        border.color: field.activeFocus ? Theme.color.accent : Theme.color.grid
    }

    PlainLabel {
        id: status

        anchors.right: parent.right
        anchors.rightMargin: 8
        anchors.verticalCenter: parent.verticalCenter
        text: field.search.error === "" ? field.search.status : "✕"
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
    }
    Tip {
        visible: field.search.error !== "" && field.hovered
        text: field.search.error
    }
    Connections {
        target: field.search

        function onStatusChanged() {
            if (field.awaited !== 0 && field.search.upToDate) {
                const forward = field.awaited > 0
                field.awaited = 0
                field.go(forward)
            }
        }
    }
    Connections {
        target: field.app.state

        function onSearchRequested() {
            field.forceActiveFocus(Qt.ShortcutFocusReason)
            field.selectAll()
        }
    }
}
