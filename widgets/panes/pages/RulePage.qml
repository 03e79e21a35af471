// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Help page of a rule.
Sheet {
    id: page

    required property WindowModel app

    title: app.findings.help.name
    subtitle: app.findings.help.question
    onClosed: app.findings.help.rule = ""

    // A help page, which the program brings: no text of a trace is in it.
    component Words: TextEdit {
        font.pixelSize: Theme.textSize
        textFormat: TextEdit.RichText
        readOnly: true
        selectByMouse: true
        activeFocusOnPress: false
        wrapMode: TextEdit.Wrap
        color: Theme.color.text
        selectionColor: Theme.color.accent
        selectedTextColor: Theme.color.background
        onLinkActivated: link => Qt.openUrlExternally(link)
    }

    Flickable {
        id: flick

        anchors.fill: parent
        contentHeight: words.height
        clip: true
        focus: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar { id: bar }
        Keys.onDownPressed: bar.increase()
        Keys.onUpPressed: bar.decrease()

        Words {
            id: words

            width: flick.width - 20
            text: page.app.findings.help.page
            onTextChanged: flick.contentY = 0
        }
        PlainLabel {
            visible: page.app.findings.help.page === ""
            text: "This rule has no page yet."
            color: Theme.color.secondaryText
        }
    }
}
