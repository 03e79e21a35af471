// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Tab Roofline: kernels by FLOPs per byte under the peaks of their GPU, and the selected ones.
DrawerPane {
    id: tab

    readonly property KernelEfficiencyObject kernels: app.efficiency
    readonly property bool hasPlot: kernels.state === KernelEfficiencyObject.Ready
                                    && kernels.notice === ""

    Binding {
        target: tab.kernels
        property: "watched"
        value: tab.visible
    }

    Column {
        anchors.centerIn: parent
        width: Math.min(720, parent.width - 40)
        visible: !tab.hasPlot
        spacing: Math.round(12 * Theme.scale)

        PlainLabel {
            objectName: "rooflineNotice"
            width: parent.width
            text: tab.kernels.notice
            color: Theme.color.secondaryText
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.Wrap
        }
        CommunicationRates {
            width: parent.width
            kernels: tab.kernels
            onPicked: slice => tab.timeline.goToSlice(slice)
        }
    }
    RooflineItem {
        id: plot

        objectName: "roofline"
        width: parent.width - side.width - 24
        height: parent.height
        visible: tab.hasPlot
        kernels: tab.kernels
        onPicked: slice => tab.timeline.goToSlice(slice)
        Accessible.role: Accessible.Graphic
        Accessible.name: "Roofline of " + gpuText
        Accessible.description: title + "\n" + facts
        Accessible.focusable: true

        Rectangle {
            anchors.fill: parent
            visible: plot.activeFocus
            color: "transparent"
            border.width: 1
            border.color: Theme.color.accent
        }
    }
    Flickable {
        id: side

        anchors.right: parent.right
        anchors.rightMargin: 8
        y: Math.round(6 * Theme.scale)
        width: Math.round(Math.min(300 * Theme.scale, parent.width * 0.4))
        height: parent.height - y
        visible: tab.hasPlot
        contentHeight: words.height
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {}

        Column {
            id: words

            width: parent.width - 12
            spacing: Math.round(4 * Theme.scale)

            Flow {
                width: parent.width
                visible: plot.gpus.length > 1

                Repeater {
                    model: plot.gpus

                    LinkButton {
                        required property int index
                        required property string modelData

                        text: modelData
                        current: plot.gpu === index
                        onClicked: plot.gpu = index
                    }
                }
            }
            PlainLabel {
                objectName: "rooflineGpu"
                width: parent.width
                text: plot.gpuText
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
                wrapMode: Text.Wrap
            }
            PlainLabel {
                objectName: "rooflineHint"
                width: parent.width
                visible: plot.title === ""
                text: "A point is the kernels of one name, its area their time. Those without FLOPs"
                      + " stand at the left, by their share of the bandwidth. Click one for its"
                      + " longest launch, again for the next."
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
                wrapMode: Text.Wrap
            }
            PlainLabel {
                objectName: "rooflineTitle"
                width: parent.width
                visible: text !== ""
                text: plot.title
                color: Theme.color.text
                font.weight: Font.DemiBold
                wrapMode: Text.WrapAtWordBoundaryOrAnywhere
            }
            PlainLabel {
                objectName: "rooflineFacts"
                width: parent.width
                visible: text !== ""
                text: plot.facts
                color: Theme.color.text
                font.pixelSize: Theme.smallSize
                wrapMode: Text.Wrap
            }
            Flow {
                width: parent.width
                visible: plot.title !== ""

                LinkButton {
                    objectName: "rooflineNext"
                    text: plot.placeText === "" ? "Longest launch" : "Next launch"
                    leftPadding: 0
                    onClicked: plot.goToNext()
                }
                LinkButton {
                    text: "List them"
                    onClicked: tab.app.state.searchName(plot.title)
                }
            }
            PlainLabel {
                objectName: "rooflinePlace"
                width: parent.width
                visible: text !== ""
                text: plot.placeText
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
                wrapMode: Text.Wrap
            }
            LinkButton {
                objectName: "tintTimeline"
                text: tab.kernels.tinted ? "Color the timeline by name (K)"
                                         : "Color the timeline by efficiency (K)"
                leftPadding: 0
                onClicked: tab.kernels.toggleTint()
            }
            CommunicationRates {
                objectName: "communicationRates"
                width: parent.width
                kernels: tab.kernels
                onPicked: slice => tab.timeline.goToSlice(slice)
            }
            PlainLabel {
                width: parent.width
                text: plot.peaksText
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
                wrapMode: Text.Wrap
            }
        }
    }
    HoverTip {
        view: plot
    }

    // How fast communication is against its link, a line for each operation and message size. A click
    // picks the shortest kernel of a line.
    component CommunicationRates: Column {
        id: rates

        required property KernelEfficiencyObject kernels
        signal picked(var slice)

        visible: kernels.communications.length > 0
        spacing: Math.round(2 * Theme.scale)

        PlainLabel {
            width: parent.width
            text: "Communication"
            color: Theme.color.text
            font.pixelSize: Theme.smallSize
            font.weight: Font.DemiBold
        }
        Repeater {
            model: rates.kernels.communications

            LinkButton {
                required property int index
                required property string modelData

                objectName: "communicationLine" + index
                width: rates.width
                text: modelData
                wraps: true
                leftPadding: 0
                onClicked: rates.picked(rates.kernels.communicationSlice(index))
            }
        }
        PlainLabel {
            width: parent.width
            text: "Of the shortest call, which may wait for other ranks too: only the traces of all"
                  + " ranks show the transfer alone."
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            wrapMode: Text.Wrap
        }
    }
}
