// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import "../drawer"
import Gaplight

// Tab Serving: the iterations of a server by phase and bucket, and each by its time over its size.
DrawerPane {
    id: tab

    readonly property ServingObject serving: context.serving

    PlainLabel {
        objectName: "servingEmpty"
        anchors.centerIn: parent
        width: Math.min(parent.width - 40, 640)
        visible: !tab.serving.exists
        text: "No iterations of a server of language models in this trace."
        color: Theme.color.secondaryText
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
    }
    TableBar {
        id: bar

        x: 12
        y: Math.round(2 * Theme.scale)
        table: groups
        filterName: "servingFilter"
    }
    DataTable {
        id: groups

        x: 12
        y: bar.y + bar.height
        width: Math.round(parent.width * (parent.width < 1500 * Theme.scale ? 0.74 : 0.56)) - x
        height: parent.height - y
        rows: tab.serving.groups
        visible: tab.serving.exists
        listName: "servingGroups"
        title: "Iterations by phase and bucket"
        markedRow: tab.serving.chosen
    }
    Rectangle {
        x: plot.x - 8
        width: 1
        height: parent.height
        visible: tab.serving.exists
        color: Theme.color.grid
    }
    Flow {
        id: choices

        x: plot.x
        width: plot.width
        visible: tab.serving.exists
        y: Math.round(3 * Theme.scale)
        spacing: 4

        LinkButton {
            objectName: "servingByTokens"
            height: Math.round(24 * Theme.scale)
            text: "Over tokens"
            current: !plot.byRequests
            onClicked: plot.byRequests = false
        }
        LinkButton {
            objectName: "servingByRequests"
            height: Math.round(24 * Theme.scale)
            text: "Over batch"
            current: plot.byRequests
            onClicked: plot.byRequests = true
        }
        Item { width: 8; height: 1 }
        Repeater {
            model: tab.serving.phases

            Row {
                id: phase

                required property var modelData

                height: Math.round(24 * Theme.scale)
                spacing: 5
                rightPadding: 8

                Rectangle {
                    anchors.verticalCenter: parent.verticalCenter
                    width: 9
                    height: 9
                    radius: 5
                    color: Theme.dark, Theme.nameColor(phase.modelData.hue)
                }
                PlainLabel {
                    anchors.verticalCenter: parent.verticalCenter
                    text: phase.modelData.name
                    color: Theme.color.secondaryText
                    font.pixelSize: Theme.smallSize
                }
            }
        }
        PlainLabel {
            objectName: "servingStatus"
            height: Math.round(24 * Theme.scale)
            text: (tab.serving.chosenText === "" ? "" : tab.serving.chosenText + ": ") + plot.status
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            verticalAlignment: Text.AlignVCenter
        }
        LinkButton {
            objectName: "servingAll"
            height: Math.round(24 * Theme.scale)
            visible: tab.serving.chosen >= 0
            text: "All iterations"
            onClicked: tab.serving.chooseAll()
        }
    }
    IterationPlotItem {
        id: plot

        objectName: "iterationPlot"
        x: groups.x + groups.width + 16
        y: choices.y + choices.height
        width: parent.width - x
        height: parent.height - y
        visible: tab.serving.exists
        serving: tab.serving
        onPicked: slice => tab.timeline.goToSlice(slice)
        Accessible.role: Accessible.Graphic
        Accessible.name: "Iterations by time"
        Accessible.description: tipText
        Accessible.focusable: true

        Rectangle {
            anchors.fill: parent
            visible: plot.activeFocus
            color: "transparent"
            border.width: 1
            border.color: Theme.color.accent
        }
    }
    HoverTip {
        view: plot
    }
}
