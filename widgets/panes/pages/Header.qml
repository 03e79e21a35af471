// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Gaplight

// File name, hardware and duration; menus.
Rectangle {
    id: header

    required property WindowModel app
    required property TimelineItem timeline
    // Whether a sentence is in the header: beside it, names are cut to these shares of the width,
    // and have what a sentence of one line (0: it has more) leaves.
    property bool hasSentence: false
    property real sentenceWidth: 0
    readonly property real cutName: Math.min(name.implicitWidth, width * 0.2)
    readonly property real cutHardware: Math.min(hardware.implicitWidth,
                                                 Math.max(0, width * 0.14 - duration.implicitWidth))
    // The room for a sentence between them and the search field, whether one is there or not.
    readonly property real freeX: 12 + cutName + 8 + 24
                                  + (about.visible ? cutHardware + duration.implicitWidth + 8 : 0)
                                  + (reload.visible ? reload.width + 8 : 0)
    readonly property real freeWidth: search.x - 8 - freeX
    readonly property real spare: !hasSentence ? Math.max(0, freeWidth)
                                  : sentenceWidth > 0 ? Math.max(0, freeWidth - sentenceWidth) : 0
    readonly property real usedSpare: Math.min(spare, Math.max(0, name.implicitWidth - cutName)
                                               + (about.visible ? Math.max(
                                                   0, hardware.implicitWidth - cutHardware) : 0))

    color: Theme.color.headerBackground

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: 12
        anchors.rightMargin: 6
        spacing: 8

        PlainLabel {
            id: name

            objectName: "traceName"
            Layout.maximumWidth: header.cutName + header.spare
            // One of several ranks is shown at a time.
            text: (header.app.ranks.active ? header.app.ranks.title.split(";")[0] + " · " : "")
                  + header.app.first.session.fileName
            color: Theme.color.text
            elide: Text.ElideMiddle
        }
        Item {
            id: about

            implicitWidth: duration.x + duration.implicitWidth
            implicitHeight: duration.implicitHeight
            visible: header.width >= 760

            PlainLabel {
                id: hardware

                width: Math.min(implicitWidth, header.cutHardware + Math.max(
                    0, header.spare - (name.width - header.cutName)))
                text: header.app.findings.summary.hardware
                font.pixelSize: Theme.smallSize
                color: Theme.color.secondaryText
                elide: Text.ElideMiddle
            }
            // What a name is cut for. At the end of what is left of it, which is narrower than its
            // room.
            PlainLabel {
                id: duration

                x: Math.ceil(hardware.contentWidth)
                objectName: "traceDuration"
                visible: header.app.findings.summary.duration !== ""
                text: (hardware.text === "" ? [] : [""])
                      .concat(header.app.findings.summary.duration).join(" · ")
                font.pixelSize: Theme.smallSize
                color: Theme.color.secondaryText
            }
        }
        LinkButton {
            id: reload

            objectName: "reloadButton"
            visible: header.app.file.fileChanged
            text: "changed on disk · load again"
            onClicked: header.app.file.reload()
        }
        Item {
            Layout.fillWidth: true
        }
        SearchField {
            id: search

            Layout.preferredWidth: Math.max(150, Math.min(260, header.width * 0.16))
            app: header.app
            timeline: header.timeline
        }
        FlatButton {
            id: overlays

            objectName: "overlaysButton"
            text: "Overlays ▾"
            Accessible.name: "Overlays"
            hint: legend.opened ? "" : "What the overlays mean, and which are shown (E: all)"
            checked: header.timeline.overlaysShown
            onClicked: legend.opened ? legend.close() : legend.open()

            OverlayLegend {
                id: legend

                objectName: "overlayLegend"
                timeline: header.timeline
                kernels: header.app.efficiency
                onExplained: {
                    close()
                    header.app.findings.help.rule = "overlays"
                }
                x: overlays.width - width
                y: overlays.height + 4
                closePolicy: Popup.CloseOnEscape | Popup.CloseOnPressOutsideParent
            }
        }
        OpenMenu {
            app: header.app
        }
        HeaderMenu {
            app: header.app
        }
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.color.grid
    }

    // Text field of the search, with the number of hits. Enter goes to the next hit.
    component SearchField: TextField {
        id: field

        required property WindowModel app
        required property TimelineItem timeline
        readonly property SearchModel search: app.first.search

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
}
