// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The text of a finding: cause, advice, place, limits of the analysis. Where a high pane leaves
// room below it, also what the rule is about.
Item {
    id: pane

    required property WindowModel app
    readonly property FindingDetails details: app.findings.details

    // The same finding on another GPU.
    signal otherChosen(int finding)

    component Part: ProsePart {
        width: parts.width
    }

    Row {
        id: links

        anchors.right: parent.right
        anchors.rightMargin: 8
        y: Math.round(3 * Theme.scale)

        LinkButton {
            text: "About this rule"
            onClicked: pane.app.findings.help.rule = pane.details.rule
        }
        LinkButton {
            text: "Copy"
            Accessible.name: "Copy this finding as Markdown"
            onClicked: pane.app.findings.list.copy(pane.details.finding)
        }
        LinkButton {
            text: "Copy all"
            Accessible.name: "Copy all findings as Markdown"
            onClicked: pane.app.findings.list.copyAll()
        }
    }
    PlainLabel {
        x: 12
        y: Math.round(7 * Theme.scale)
        width: links.x - x - 8
        text: pane.details.severity
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        font.capitalization: Font.Capitalize
        elide: Text.ElideRight
    }
    Flickable {
        id: page

        anchors.fill: parent
        anchors.topMargin: Math.round(28 * Theme.scale)
        anchors.leftMargin: 12
        contentHeight: parts.height + 12 + (about.visible ? about.height + 24 : 0)
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {
            objectName: "findingScrollBar"
        }

        Column {
            id: parts

            width: Math.min(parent.width - 16, 760)
            spacing: 8

            ProseText {
                objectName: "title"
                width: parent.width
                html: pane.details.title
                font.weight: Font.DemiBold
                font.pixelSize: Theme.largeSize
            }
            Flow {
                objectName: "findingGpus"
                width: parent.width
                visible: pane.details.gpus.length > 0

                Repeater {
                    model: pane.details.gpus

                    LinkButton {
                        required property var modelData

                        text: modelData.name
                        current: modelData.finding === pane.details.finding
                        Accessible.name: "This finding on " + text
                        onClicked: pane.otherChosen(modelData.finding)
                    }
                }
            }
            Part { head: "Why"; html: pane.details.why }
            Part { head: "Try"; html: pane.details.fix }
            Part { head: "Figures"; html: pane.details.figures }
            Part { head: "Where"; html: pane.details.where }
            Row {
                x: 71
                height: visible ? implicitHeight : 0
                visible: pane.details.source !== ""

                LinkButton {
                    objectName: "openFindingSource"
                    text: "Open in the editor"
                    Accessible.name: "Open " + pane.details.source + " in the editor"
                    onClicked: pane.app.sources.open(pane.details.source)
                }
                LinkButton {
                    text: "Copy file and line"
                    onClicked: pane.app.sources.copy(pane.details.source)
                }
            }
            Part { head: "Not known"; html: pane.details.confidence }
        }
        Rectangle {
            y: parts.height + 12
            width: parts.width
            height: 1
            visible: about.visible
            color: Theme.color.grid
        }
        RulePage.Words {
            id: about

            readonly property bool fits: page.height - parts.height > 240 * Theme.scale

            objectName: "aboutRule"
            y: parts.height + 24
            width: parts.width
            visible: fits && text !== ""
            text: fits && pane.details.rule !== ""
                  ? pane.app.findings.help.pageOf(pane.details.rule) : ""
            color: Theme.color.secondaryText
            Accessible.role: Accessible.StaticText
            Accessible.name: getText(0, length)
            onTextChanged: page.contentY = 0
        }
    }
    BottomFade {
        view: page
        margin: 12
    }
}
