// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Which collectives the lanes show: by what their group divides (DP, TP, PP, EP, or the group
// itself), and by kind.
FlatButton {
    id: button

    required property RankSetObject ranks
    readonly property int hiddenCount: hiddenIn(ranks.shownGroups) + hiddenIn(ranks.shownKinds)

    function hiddenIn(shown: var): int {
        let count = 0
        for (let at = 0; at < shown.length; ++at)
            count += shown[at] ? 0 : 1
        return count
    }

    objectName: "rankFilter"
    height: Math.round(22 * Theme.scale)
    visible: ranks.groups.length > 1 || ranks.kinds.length > 1
    outlined: hiddenCount > 0
    text: hiddenCount === 0 ? "Filter ranks" : "Filter ranks · " + hiddenCount + " hidden"
    hint: choices.opened ? "" : "Show or hide collectives by group and by kind"
    onClicked: choices.opened ? choices.close() : choices.open()

    component Choices: Column {
        id: column

        required property string title
        required property list<string> names
        required property list<bool> shown
        signal toggled(int index)

        visible: names.length > 1

        PlainLabel {
            height: Math.round(22 * Theme.scale)
            leftPadding: 3
            text: column.title
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            verticalAlignment: Text.AlignVCenter
        }
        Repeater {
            model: column.names

            TickBox {
                required property int index
                required property string modelData

                width: Math.min(implicitWidth, Math.round(240 * Theme.scale))
                checked: column.shown[index] === true
                text: modelData
                onToggled: column.toggled(index)
            }
        }
    }

    Popup {
        id: choices

        objectName: "rankFilterChoices"
        y: button.height + 4
        x: button.width - width
        padding: 10
        closePolicy: Popup.CloseOnEscape | Popup.CloseOnPressOutsideParent
        background: Rectangle {
            radius: 6
            color: Theme.color.panelBackground
            border.width: 1
            border.color: Theme.color.secondaryText
        }
        contentItem: Flickable {
            implicitWidth: lists.width
            implicitHeight: Math.min(lists.height, Math.round(360 * Theme.scale))
            contentHeight: lists.height
            clip: true

            Row {
                id: lists

                spacing: 20

                Choices {
                    title: "Groups"
                    names: button.ranks.groups
                    shown: button.ranks.shownGroups
                    onToggled: index => button.ranks.toggleGroup(index)
                }
                Choices {
                    title: "Kinds"
                    names: button.ranks.kinds
                    shown: button.ranks.shownKinds
                    onToggled: index => button.ranks.toggleKind(index)
                }
            }
        }
    }
}
