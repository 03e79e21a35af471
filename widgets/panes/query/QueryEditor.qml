// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The text of a query, with completion below the cursor, what is wrong at its place, and what can be
// done with it. Ctrl+Return runs, Ctrl+Space completes, Tab takes a completion or goes on.
Item {
    id: pane

    required property QueryObject query
    required property QueryLibrary queries
    readonly property string text: area.text
    readonly property CompletionModel completions: query.completions
    readonly property bool completing: popup.visible
    readonly property int barHeight: Math.round(28 * Theme.scale)
    property bool replacing: false
    property bool naming: false

    signal runRequested()

    function focusText() { area.forceActiveFocus(Qt.ShortcutFocusReason) }
    function replace(sql) {
        replacing = true
        area.text = sql
        area.cursorPosition = 0  // the title is in view
        replacing = false
    }
    function take(row) {
        const inserted = completions.insertion(row)
        const from = completions.from
        replacing = true
        area.remove(from, completions.to)
        area.insert(from, inserted)
        area.cursorPosition = from + inserted.length
        replacing = false
        completions.clear()
    }
    function edited() {
        query.forgetError()
        if (!replacing && area.activeFocus)
            query.complete(area.text, area.cursorPosition, false)
    }
    function handle(event) {
        const isReturn = event.key === Qt.Key_Return || event.key === Qt.Key_Enter
        if (isReturn && (event.modifiers & Qt.ControlModifier))
            return runRequested()
        if (event.key === Qt.Key_Space && (event.modifiers & Qt.ControlModifier))
            return query.complete(area.text, area.cursorPosition, true)
        event.accepted = completing ? popup.handle(event.key) : leave(event.key)
    }
    function leave(key) {
        if (key === Qt.Key_Tab || key === Qt.Key_Backtab)
            area.nextItemInFocusChain(key === Qt.Key_Tab).forceActiveFocus(Qt.TabFocusReason)
        return key === Qt.Key_Tab || key === Qt.Key_Backtab
    }
    function save() {
        queries.save(name.text, area.text)
        naming = queries.error !== ""
        focusText()
    }

    Flickable {
        id: flick

        width: parent.width
        height: parent.height - bar.height - problem.height
        contentWidth: width
        contentHeight: Math.max(area.implicitHeight, height)
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {}

        function reveal(place) {
            if (place.y < contentY)
                contentY = place.y
            else if (place.y + place.height + 4 > contentY + height)
                contentY = place.y + place.height + 4 - height
        }

        TextArea {
            id: area

            objectName: "queryText"
            width: flick.width
            height: flick.contentHeight
            leftPadding: 12
            rightPadding: 12
            topPadding: 8
            textFormat: TextEdit.PlainText
            font.family: Theme.monospaceFamily
            font.pixelSize: Theme.textSize
            color: Theme.color.text
            selectionColor: Theme.color.accent
            selectedTextColor: Theme.color.background
            selectByMouse: true
            wrapMode: TextEdit.Wrap
            placeholderText: "SELECT name, count(*), sum(dur) FROM kernel GROUP BY name"
            placeholderTextColor: Theme.color.secondaryText
            Accessible.name: "Query"
            Keys.priority: Keys.BeforeItem
            Keys.onPressed: event => {
                event.accepted = true
                pane.handle(event)
            }
            onTextChanged: pane.edited()
            onCursorRectangleChanged: flick.reveal(cursorRectangle)
            onActiveFocusChanged: activeFocus ? pane.query.prepareNames() : pane.completions.clear()
            background: Rectangle {
                color: Theme.color.background
            }

            QueryHighlight {
                document: area.textDocument
                keyword: Theme.color.accent
                text: Theme.color.healthy
                comment: Theme.color.secondaryText
            }
            Rectangle {
                id: underline

                readonly property rect from: area.positionToRectangle(Math.max(0, pane.query.errorBegin))
                readonly property rect to: area.positionToRectangle(Math.max(0, pane.query.errorEnd))

                objectName: "queryErrorMark"
                visible: pane.query.errorBegin >= 0
                x: from.x
                y: from.y + from.height
                width: Math.max(8, (to.y === from.y ? to.x : area.width - 12) - from.x)
                height: 2
                color: Theme.color.unhealthy
            }
        }
    }
    Rectangle {
        width: parent.width
        height: flick.height
        visible: area.activeFocus
        color: "transparent"
        border.width: 1
        border.color: Theme.color.accent
    }
    Rectangle {
        id: problem

        y: flick.height
        width: parent.width
        height: words.text === "" ? 0 : Math.min(words.implicitHeight, Math.round(72 * Theme.scale))
        visible: words.text !== ""
        color: Theme.color.background
        clip: true
        Accessible.role: Accessible.AlertMessage
        Accessible.name: words.text

        PlainLabel {
            id: words

            objectName: "queryError"
            width: parent.width
            padding: 6
            leftPadding: 12
            text: pane.query.error !== "" ? pane.query.error : pane.queries.error
            color: Theme.color.unhealthy
            font.pixelSize: Theme.smallSize
            wrapMode: Text.Wrap
        }
    }
    Row {
        id: bar

        x: 8
        y: parent.height - height
        width: parent.width - 16
        height: pane.barHeight + 6
        spacing: 6

        FlatButton {
            objectName: "queryRun"
            anchors.verticalCenter: parent.verticalCenter
            height: Math.round(24 * Theme.scale)
            visible: !pane.query.running
            enabled: area.text.trim() !== ""
            strong: true
            text: "Run"
            hint: "Ctrl+Return"
            onClicked: pane.runRequested()
        }
        FlatButton {
            objectName: "queryStop"
            anchors.verticalCenter: parent.verticalCenter
            height: Math.round(24 * Theme.scale)
            visible: pane.query.running
            outlined: true
            text: "Stop"
            hint: "Esc"
            onClicked: pane.query.stop()
        }
        LinkButton {
            objectName: "querySave"
            anchors.verticalCenter: parent.verticalCenter
            visible: !pane.naming && area.text.trim() !== ""
            text: "Save…"
            onClicked: {
                pane.naming = true
                name.text = pane.queries.titleOfText(area.text)
                name.forceActiveFocus(Qt.OtherFocusReason)
            }
        }
        FilterField {
            id: name

            objectName: "queryName"
            anchors.verticalCenter: parent.verticalCenter
            visible: pane.naming
            placeholderText: "Name of the query"
            Accessible.name: "Name of the query"
            onAccepted: if (text.trim() !== "") pane.save()
            Keys.onEscapePressed: pane.naming = false
        }
        LinkButton {
            anchors.verticalCenter: parent.verticalCenter
            visible: pane.naming
            enabled: name.text.trim() !== ""
            text: "Save"
            onClicked: pane.save()
        }
        PlainLabel {
            anchors.verticalCenter: parent.verticalCenter
            visible: !pane.naming
            width: Math.max(0, bar.width - x)
            text: pane.query.running ? "Running… Esc stops it" : "Ctrl+Return runs · Ctrl+Space completes"
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            elide: Text.ElideRight
        }
    }
    // Above what lies beside the editor.
    Rectangle {
        id: popup

        readonly property rect at: area.cursorRectangle
        readonly property real below: at.y + at.height - flick.contentY + 2
        property bool moved: false  // a row was chosen by a key

        function handle(key) {
            const step = key === Qt.Key_Down ? 1 : key === Qt.Key_Up ? -1 : 0
            const isReturn = key === Qt.Key_Return || key === Qt.Key_Enter
            if (step !== 0) {
                offers.currentIndex = Math.max(0, Math.min(offers.count - 1, offers.currentIndex + step))
                moved = true
            } else if (key === Qt.Key_Tab || (isReturn && moved)) {
                pane.take(offers.currentIndex)
            } else if (key === Qt.Key_Escape) {
                pane.completions.clear()
            } else {
                return false
            }
            return true
        }

        objectName: "queryCompletions"
        parent: pane.parent
        visible: offers.count > 0 && area.activeFocus
        z: 3
        x: pane.x + Math.max(4, Math.min(at.x, pane.width * 0.5))
        y: below + height > pane.height ? Math.max(0, at.y - flick.contentY - height - 2) : below
        width: Math.round(430 * Theme.scale)
        height: Math.min(offers.contentHeight, Math.round(160 * Theme.scale),
                         Math.max(pane.height - below, at.y - flick.contentY - 2)) + 2
        radius: 4
        color: Theme.color.panelBackground
        border.width: 1
        border.color: Theme.color.secondaryText

        ListView {
            id: offers

            anchors.fill: parent
            anchors.margins: 1
            clip: true
            model: pane.completions
            cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
            boundsBehavior: Flickable.StopAtBounds
            ScrollBar.vertical: PaneScrollBar {}
            onCountChanged: {
                currentIndex = 0
                popup.moved = false
            }
            delegate: Rectangle {
                id: word

                required property int index
                required property string label
                required property string kind
                required property string detail

                width: offers.width
                height: Math.round(20 * Theme.scale)
                color: ListView.isCurrentItem ? Theme.color.grid : "transparent"

                PlainLabel {
                    id: label

                    x: 8
                    width: Math.min(implicitWidth, word.width * 0.62)
                    height: parent.height
                    text: word.label
                    font.family: Theme.monospaceFamily
                    font.pixelSize: Theme.smallSize
                    color: word.kind === "word" ? Theme.color.accent : Theme.color.text
                    elide: Text.ElideMiddle
                    verticalAlignment: Text.AlignVCenter
                }
                PlainLabel {
                    x: label.x + label.width + 12
                    width: word.width - x - 8
                    height: parent.height
                    text: word.detail
                    color: Theme.color.secondaryText
                    font.pixelSize: Theme.smallSize
                    elide: Text.ElideRight
                    verticalAlignment: Text.AlignVCenter
                }
                MouseArea {
                    anchors.fill: parent
                    onClicked: pane.take(word.index)
                }
            }
        }
    }
}
