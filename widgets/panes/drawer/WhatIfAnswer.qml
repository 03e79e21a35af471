// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Result of the replay: predicted window and step, model error, critical path by kind.
Item {
    id: answer

    required property WindowModel app
    readonly property WhatIfModel whatIf: app.whatIf

    component Line: PlainLabel {
        width: parent.width
        visible: text !== ""
        color: Theme.color.secondaryText
        wrapMode: Text.Wrap
    }

    Column {
        x: 12
        y: Math.round(8 * Theme.scale)
        width: parent.width - 24
        spacing: 5
        opacity: answer.whatIf.running && answer.whatIf.hasAnswer ? 0.6 : 1

        Line {
            font.pixelSize: Theme.smallSize
            objectName: "windowHeading"
            text: (!answer.whatIf.isPredicted ? "Window as it is"
                   : "Predicted window" + (answer.whatIf.changes.ticked > 1
                                           ? ", all changes together" : ""))
                  + (answer.app.ranks.active ? ", of this rank alone" : "")
        }
        Line {
            visible: answer.whatIf.running && !answer.whatIf.hasAnswer
            text: "Replaying…"
        }
        Line {
            objectName: "predictedWindow"
            text: answer.whatIf.windowText
            color: Theme.color.text
            font.pixelSize: Theme.titleSize
            font.weight: Font.DemiBold
        }
        Line {
            objectName: "gain"
            text: answer.whatIf.gainText
            color: Theme.color.text
        }
        Line {
            text: answer.whatIf.problem
            color: Theme.color.warningText
        }
        Line {
            text: [answer.whatIf.stepText, answer.whatIf.errorText]
                  .filter(part => part !== "").join(" · ")
        }
        Flow {
            width: parent.width
            spacing: 8

            TickBox {
                objectName: "ghosts"
                text: "Predicted timeline"
                checked: answer.whatIf.ghostsShown
                onToggled: answer.whatIf.ghostsShown = checked
            }
            TickBox {
                objectName: "criticalPath"
                text: "Critical path"
                checked: answer.whatIf.pathShown
                onToggled: answer.whatIf.pathShown = checked
            }
            LinkButton {
                enabled: answer.whatIf.changes.ticked > 0 || answer.whatIf.pathShown
                text: "Clear"
                Accessible.name: "Clear all changes"
                onClicked: answer.whatIf.clear()
            }
        }
        Line {
            topPadding: 2
            font.pixelSize: Theme.smallSize
            visible: answer.whatIf.path.length > 0
            text: "Critical path by kind"
        }
        Row {
            id: bar

            width: parent.width
            height: 12

            Repeater {
                model: answer.whatIf.path

                PatternItem {
                    required property var modelData

                    kind: modelData.kind
                    width: bar.width * modelData.share
                    height: bar.height
                    Accessible.role: Accessible.Graphic
                    Accessible.name: modelData.label + " " + modelData.length + ", "
                                     + modelData.percent
                }
            }
        }
        Flow {
            width: parent.width
            spacing: 12

            Repeater {
                model: answer.whatIf.path

                Row {
                    id: entry

                    required property var modelData

                    spacing: 5

                    PatternItem {
                        anchors.verticalCenter: parent.verticalCenter
                        kind: entry.modelData.kind
                        width: 12
                        height: 10
                    }
                    PlainLabel {
                        text: entry.modelData.label + " " + entry.modelData.length + " ("
                              + entry.modelData.percent + ")"
                        color: Theme.color.secondaryText
                        font.pixelSize: Theme.smallSize
                    }
                }
            }
        }
    }
}
