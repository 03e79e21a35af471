// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Gaplight

// Tab What if: changes to select, changes of the selected slice to add, and the result of one
// replay with all selected changes.
DrawerPane {
    id: tab

    readonly property WhatIfModel whatIf: app.whatIf
    readonly property bool isWide: width > 1960 * Theme.scale  // the answer has the rest
    readonly property bool hasFocus: {
        let item = tab.Window.activeFocusItem
        while (item && item !== tab)
            item = item.parent
        return item === tab
    }

    // The change that was added last, else the first, or without one the field for writing one.
    function focusFirst() {
        if (list.count === 0)
            return field.focusText()
        const row = whatIf.changes.lastAdded < 0 ? 0 : whatIf.changes.lastAdded
        list.positionViewAtIndex(row, row === 0 ? ListView.Beginning : ListView.Contain)
        list.forceLayout()
        list.itemAtIndex(row)?.focusBox()
    }

    component Divider: Rectangle {
        Layout.fillHeight: true
        Layout.preferredWidth: 1
        color: Theme.color.grid
    }
    component Heading: PlainLabel {
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        elide: Text.ElideRight
    }

    Connections {
        target: tab.app.state

        // Once the tab is shown.
        function onChangesRequested() { Qt.callLater(tab.focusFirst) }
    }
    Connections {
        target: tab.whatIf.changes

        // A change that is made elsewhere, such as by a drag in the timeline, is seen in the list.
        function onAdded(row) { list.positionViewAtIndex(row, ListView.Contain) }
    }
    Binding {
        target: tab.app.state
        property: "changesFocused"
        value: tab.hasFocus
    }
    Binding {
        target: tab.whatIf
        property: "active"
        value: tab.visible
    }
    RowLayout {
        anchors.fill: parent
        spacing: 0

        ListView {
            id: list

            objectName: "changes"
            Layout.fillHeight: true
            Layout.fillWidth: !tab.isWide
            Layout.preferredWidth: Math.round(960 * Theme.scale)
            Layout.leftMargin: 12
            Layout.topMargin: 4
            clip: true
            model: tab.whatIf.changes
            cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
            boundsBehavior: Flickable.StopAtBounds
            ScrollBar.vertical: PaneScrollBar {}
            Accessible.role: Accessible.List
            Accessible.name: "Changes"
            section.property: "section"
            section.delegate: Heading {
                required property string section

                width: list.width
                height: Math.round(24 * Theme.scale)
                verticalAlignment: Text.AlignVCenter
                text: section
            }
            delegate: Item {
                id: change

                required property int index
                required property string title
                required property string detail
                required property bool ticked
                required property bool own

                function focusBox() {
                    box.forceActiveFocus(Qt.TabFocusReason)
                }

                width: list.width
                height: Math.round(24 * Theme.scale)

                TickBox {
                    id: box

                    width: gain.x - 8
                    height: parent.height
                    text: change.title
                    elide: change.own ? Text.ElideMiddle : Text.ElideRight  // figures at its end
                    checked: change.ticked
                    Accessible.name: change.title
                                     + (change.detail === "" ? "" : ", alone " + change.detail)
                    onToggled: tab.whatIf.changes.setTicked(change.index, checked)
                    onActiveFocusChanged: {
                        if (activeFocus)
                            list.positionViewAtIndex(change.index, ListView.Contain)
                    }
                }
                PlainLabel {
                    id: gain

                    x: parent.width - width - 16
                    width: Math.round(68 * Theme.scale)
                    height: parent.height
                    visible: !change.own
                    text: change.detail
                    color: Theme.color.secondaryText
                    horizontalAlignment: Text.AlignRight
                    verticalAlignment: Text.AlignVCenter
                }
                LinkButton {
                    anchors.right: gain.right
                    anchors.verticalCenter: parent.verticalCenter
                    visible: change.own
                    text: "Remove"
                    Accessible.name: "Remove " + change.title
                    onClicked: tab.whatIf.changes.remove(change.index)
                }
            }
        }
        Divider {}
        Column {
            Layout.fillHeight: true
            Layout.preferredWidth: Math.max(230, Math.min(320, tab.width * 0.18))
            Layout.leftMargin: 12
            Layout.topMargin: 8
            spacing: 4

            WhatIfField {
                id: field

                width: parent.width - 12
                whatIf: tab.whatIf
            }
            Heading {
                width: parent.width
                topPadding: 4
                text: tab.whatIf.offers.length === 0 ? "What if…" : "What if the selected slice…"
            }
            PlainLabel {
                width: parent.width - 12
                visible: text !== ""
                text: tab.whatIf.offers.length === 0
                      ? "Select a kernel, a call, an operator or an annotation, to see what "
                        + "a faster one would save."
                      : tab.app.first.details.name
                color: tab.whatIf.offers.length === 0 ? Theme.color.secondaryText
                                                      : Theme.color.text
                wrapMode: tab.whatIf.offers.length === 0 ? Text.Wrap : Text.WrapAnywhere
                maximumLineCount: 4
                elide: Text.ElideRight
            }
            Repeater {
                model: tab.whatIf.offers

                LinkButton {
                    required property int index
                    required property string modelData

                    objectName: "offer" + index
                    text: "+ " + modelData
                    Accessible.name: "Add: " + modelData
                    onClicked: tab.whatIf.addOffer(index)
                }
            }
        }
        Divider {}
        WhatIfAnswer {
            Layout.fillHeight: true
            Layout.fillWidth: tab.isWide
            Layout.preferredWidth: Math.max(360, Math.min(640, tab.width * 0.36))
            app: tab.app
        }
    }

    // Text field for a change in the syntax of --what-if. Down and Up select a completion, in an empty
    // field from the list of all kinds; Enter takes it, or adds the change.
    component WhatIfField: Column {
        id: box

        required property WhatIfModel whatIf
        property bool listsAll: false  // for an empty field
        property int selected: -1      // in proposals; -1: none
        readonly property var proposals: field.activeFocus && (field.text !== "" || listsAll)
                                         ? whatIf.completions(field.text) : []

        function focusText() {
            field.forceActiveFocus(Qt.TabFocusReason)
        }
        function step(rows) {
            listsAll = true
            selected = Math.max(-1, Math.min(proposals.length - 1, selected + rows))
        }
        function take(text) {
            field.text = text
            selected = -1
        }

        spacing: 3

        TextField {
            id: field

            objectName: "writtenChange"
            width: parent.width
            height: Math.round(26 * Theme.scale)
            leftPadding: 8
            topPadding: 2
            bottomPadding: 2
            selectByMouse: true
            activeFocusOnTab: true
            placeholderText: "Type a change, or press Down for a list"
            placeholderTextColor: Theme.color.secondaryText
            color: box.whatIf.textProblem === "" ? Theme.color.text : Theme.color.unhealthy
            selectionColor: Theme.color.accent
            selectedTextColor: Theme.color.background
            Accessible.name: "A change, as for --what-if"
            onTextEdited: {
                box.whatIf.clearTextProblem()
                box.selected = -1
            }
            onActiveFocusChanged: box.listsAll = false
            onAccepted: {
                if (box.selected >= 0)
                    box.take(box.proposals[box.selected])
                else if (box.whatIf.addText(text))
                    clear()
            }
            Keys.onDownPressed: box.step(1)
            Keys.onUpPressed: box.step(-1)
            background: Rectangle {
                radius: 4
                color: Theme.color.background
                border.width: field.activeFocus ? 2 : 1
                border.color: field.activeFocus ? Theme.color.accent
                                                : Theme.color.secondaryText
            }
        }
        PlainLabel {
            width: parent.width
            visible: text !== ""
            text: box.whatIf.textProblem
            color: Theme.color.unhealthy
            font.pixelSize: Theme.smallSize
            wrapMode: Text.Wrap
        }
        Repeater {
            model: box.proposals

            LinkButton {
                required property string modelData
                required property int index

                text: modelData
                current: index === box.selected
                Accessible.name: "Complete to " + modelData
                focusPolicy: Qt.NoFocus
                onClicked: box.take(modelData)
            }
        }
    }
}
