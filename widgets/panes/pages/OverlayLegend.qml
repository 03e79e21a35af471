// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Legend of the overlays: a row for each rule with overlays, with a check box to show or hide
// them.
Popup {
    id: legend

    required property TimelineItem timeline
    required property KernelEfficiencyObject kernels

    // Requests the help page of the overlays.
    signal explained()

    function toggleOverlays() {
        legend.timeline.overlaysShown = !legend.timeline.overlaysShown
    }

    padding: 12
    focus: true
    onOpened: contentItem.forceActiveFocus(Qt.PopupFocusReason)
    background: Rectangle {
        radius: 6
        color: Theme.color.panelBackground
        border.width: 1
        border.color: Theme.color.secondaryText
    }

    component Line: AbstractButton {
        id: line

        property var kinds: []
        property string counted
        property string alike  // rules with the same overlay
        readonly property real rowHeight: Math.round(26 * Theme.scale)
        readonly property real alikeHeight: alike === "" ? 0 : Math.round(15 * Theme.scale)

        width: 420
        height: rowHeight + alikeHeight
        Accessible.description: alike === "" ? "" : "The same overlay as " + alike
        hoverEnabled: true
        focusPolicy: Qt.TabFocus

        background: Rectangle {
            radius: 4
            color: line.hovered ? Theme.color.grid : "transparent"
            border.width: line.visualFocus ? 1 : 0
            border.color: Theme.color.accent
        }
        contentItem: Item {
            Rectangle {
                id: box

                x: 6
                y: Math.round((line.rowHeight - height) / 2)
                width: 14
                height: 14
                radius: 3
                color: line.checked ? Theme.color.accent : "transparent"
                border.width: 1
                border.color: line.checked ? Theme.color.accent
                                           : Theme.color.secondaryText

                PlainLabel {
                    anchors.centerIn: parent
                    visible: line.checked
                    text: "✓"
                    color: Theme.color.background
                    font.pixelSize: Theme.smallSize
                    font.weight: Font.Bold
                }
            }
            Row {
                x: 190
                y: Math.round((line.rowHeight - height) / 2)
                spacing: 4
                opacity: line.checked ? 1 : 0.4

                Repeater {
                    model: line.kinds

                    PatternItem {
                        required property string modelData

                        kind: modelData
                        width: 24
                        height: 12
                    }
                }
            }
            PlainLabel {
                x: 32
                y: Math.round((line.rowHeight - height) / 2)
                width: Math.round(150 * Theme.scale)
                text: line.text
                color: line.checked ? Theme.color.text : Theme.color.secondaryText
                elide: Text.ElideRight
            }
            PlainLabel {
                id: counts

                anchors.right: parent.right
                anchors.rightMargin: 8
                y: Math.round((line.rowHeight - height) / 2)
                text: line.counted
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
            }
            PlainLabel {
                x: 32
                y: line.rowHeight - Math.round(5 * Theme.scale)
                width: parent.width - x - 8
                visible: line.alike !== ""
                text: "same overlay as " + line.alike
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
                elide: Text.ElideRight
            }
        }
    }

    contentItem: Column {
        readonly property bool keepsKeys: true  // so that Esc closes this and nothing else

        spacing: 2
        Keys.onPressed: event => {
            const plain = event.modifiers === Qt.NoModifier
            event.accepted = plain && (event.key === Qt.Key_E || event.key === Qt.Key_K)
            if (event.accepted)
                event.key === Qt.Key_E ? legend.toggleOverlays() : legend.kernels.toggleTint()
        }

        Line {
            text: "All overlays (E)"
            checked: legend.timeline.overlaysShown
            onClicked: legend.toggleOverlays()
        }
        Line {
            objectName: "efficiencyLine"
            text: "Kernels by efficiency (K)"
            checked: legend.kernels.tinted
            onClicked: legend.kernels.toggleTint()
        }
        Rectangle {
            width: parent.width
            height: 1
            color: Theme.color.grid
        }
        ListView {
            objectName: "legendRules"
            width: 420
            height: Math.min(contentHeight, 26 * 16)
            clip: true
            boundsBehavior: Flickable.StopAtBounds
            ScrollBar.vertical: PaneScrollBar {}
            model: legend.timeline.legend
            cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
            opacity: legend.timeline.overlaysShown ? 1 : 0.5

            delegate: Line {
                required property string rule
                required property string name
                required property bool shown
                required kinds
                required counted
                required alike

                text: name
                checked: shown
                onClicked: legend.timeline.setRuleShown(rule, !shown)
            }
        }
        PlainLabel {
            width: 420
            visible: legend.timeline.legend.count === 0
            leftPadding: 6
            text: "This trace has no overlays."
            color: Theme.color.secondaryText
        }
        PlainLabel {
            width: 420
            topPadding: 6
            leftPadding: 6
            text: "The current finding is always shown, and others are dimmed. Rules that"
                  + " only shade and save less than one percent are hidden at first."
                  + " Click an overlay for its finding, right click for its menu."
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            wrapMode: Text.Wrap
        }
        LinkButton {
            objectName: "explainOverlays"
            text: "Meaning of the overlays"
            onClicked: legend.explained()
        }
    }
}
