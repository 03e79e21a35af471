// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Gaplight

// Tab Selection: details of the selected slice: times, place, flows, occupancy, enclosing and inner
// slices, args. What a slice does not have takes no space.
DrawerPane {
    id: tab

    readonly property SliceDetails details: context.details

    component Divider: Rectangle {
        Layout.fillHeight: true
        Layout.preferredWidth: 1
        color: Theme.color.grid
    }

    component Detail: DetailColumn {
        Layout.fillHeight: true
        Layout.fillWidth: true
        Layout.preferredWidth: 360
        Layout.maximumWidth: Math.round(560 * Theme.scale)
        onFollowed: slice => tab.timeline.goToSlice(slice)
    }

    PlainLabel {
        anchors.centerIn: parent
        width: parent.width - 40
        wrapMode: Text.Wrap
        visible: !tab.details.hasSlice
        text: "Click a slice to see its details. Drag over the tracks to measure a range."
              + (kernels.text === "" ? "" : "\n\n" + kernels.text)
        horizontalAlignment: Text.AlignHCenter
        color: Theme.color.secondaryText
    }
    Item {
        anchors.fill: parent
        visible: tab.details.hasSlice

        PlainLabel {
            id: runName

            x: 12
            y: Math.round(6 * Theme.scale)
            text: tab.run
            color: Theme.color.accent
            font.weight: Font.DemiBold
            font.pixelSize: Theme.largeSize
        }
        TextEdit {
            id: name

            objectName: "selectedName"
            x: runName.x + (tab.run === "" ? 0 : runName.implicitWidth + 10)
            y: Math.round(6 * Theme.scale)
            width: parent.width - x - 12
            height: Math.min(implicitHeight, Math.round(34 * Theme.scale))
            clip: true
            text: tab.details.name
            textFormat: TextEdit.PlainText
            readOnly: true
            selectByMouse: true
            wrapMode: TextEdit.WrapAnywhere
            color: Theme.color.text
            selectionColor: Theme.color.accent
            selectedTextColor: Theme.color.background
            font.weight: Font.DemiBold
            font.pixelSize: Theme.largeSize
        }
        // On the line of the name where there is room: the lists below need the height.
        Flow {
            id: about

            readonly property bool isBeside:
                name.x + nameWidth.advanceWidth + wanted + 24 < parent.width
            readonly property real wanted: [finding, openSource, copySource, memory, kernels]
                .reduce((sum, part) => sum + (part.visible ? part.implicitWidth + spacing : 0), 0)

            x: isBeside ? name.x + nameWidth.advanceWidth + 16 : name.x
            y: isBeside ? name.y - Math.round(2 * Theme.scale) : name.y + name.height
            width: parent.width - x - 12
            spacing: Math.round(12 * Theme.scale)

            LinkButton {
                id: finding

                objectName: "findingOfSlice"
                width: Math.min(implicitWidth, about.width)
                visible: tab.details.finding >= 0
                text: "Finding: " + tab.details.findingTitle
                leftPadding: 0
                rightPadding: 0
                Accessible.name: text
                onClicked: {
                    tab.timeline.showFinding(tab.details.finding, tab.details.occurrence)
                    tab.app.state.drawerTab = WindowState.FindingsTab
                }
            }
            LinkButton {
                id: openSource

                objectName: "openSource"
                width: Math.min(implicitWidth, about.width - copySource.width - about.spacing)
                visible: tab.details.source !== ""
                text: "Open " + tab.details.source
                leftPadding: 0
                rightPadding: 0
                Accessible.name: text + " in the editor"
                onClicked: tab.app.sources.open(tab.details.source)
            }
            LinkButton {
                id: copySource

                visible: openSource.visible
                text: "Copy"
                leftPadding: 0
                rightPadding: 0
                Accessible.name: "Copy file and line"
                onClicked: tab.app.sources.copy(tab.details.source)
            }
            PlainLabel {
                id: memory

                objectName: "memoryOfSlice"
                width: Math.min(implicitWidth, about.width)
                visible: text !== ""
                text: tab.app.memory.ofSelection.ofSlice
                height: finding.height
                verticalAlignment: Text.AlignVCenter
                color: Theme.color.secondaryText
                elide: Text.ElideRight
            }
            PlainLabel {
                id: kernels

                objectName: "kernelReportStatus"
                width: Math.min(implicitWidth, about.width)
                visible: text !== ""
                readonly property bool isFailed:
                    tab.app.kernels.file.state === KernelReportObject.Failed
                    || tab.app.provenance.state === ProvenanceObject.Failed
                text: tab.run === "B" ? ""
                                      : [tab.app.kernels.file.statusText,
                                         tab.app.provenance.statusText]
                                        .filter(part => part !== "").join(" · ")
                height: finding.height
                verticalAlignment: Text.AlignVCenter
                color: isFailed ? Theme.color.warningText : Theme.color.secondaryText
                elide: Text.ElideRight
            }
        }
        TextMetrics {
            id: nameWidth

            text: tab.details.name
            font: name.font
        }
        RowLayout {
            anchors.fill: parent
            anchors.topMargin: about.isBeside ? name.y + name.height : about.y + about.height
            spacing: 0

            Detail {
                rows: tab.details.facts
                title: "Slice"
            }
            Divider { visible: flows.visible }
            ColumnLayout {
                id: flows

                Layout.fillHeight: true
                Layout.fillWidth: true
                Layout.preferredWidth: 340
                Layout.maximumWidth: Math.round(560 * Theme.scale)
                spacing: 0
                visible: preceding.hasContent || following.hasContent || tab.details.hasOccupancy

                Detail {
                    id: preceding

                    Layout.maximumHeight: implicitHeight
                    rows: tab.details.preceding
                    title: "Preceding flows"
                    keyWidth: 160
                    lines: 2
                }
                Detail {
                    id: following

                    Layout.maximumHeight: implicitHeight
                    rows: tab.details.following
                    title: "Following flows"
                    keyWidth: 160
                    lines: 2
                }
                OccupancyItem {
                    Layout.fillWidth: true
                    Layout.margins: 12
                    Layout.topMargin: 8
                    visible: tab.details.hasOccupancy
                    details: tab.details
                    Accessible.role: Accessible.Graphic
                    Accessible.name: "Occupancy and waves"
                }
                Item { Layout.fillHeight: true }
            }
            Divider { visible: inside.visible }
            // One above the other where both have room for several rows.
            GridLayout {
                id: inside

                readonly property bool isHigh: tab.height > Math.round(360 * Theme.scale)

                Layout.fillHeight: true
                Layout.fillWidth: true
                Layout.preferredWidth: !isHigh && stack.hasContent && children.hasContent ? 640 : 400
                columns: isHigh ? 1 : 2
                rowSpacing: 0
                columnSpacing: 0
                visible: stack.hasContent || children.hasContent

                Detail {
                    id: stack

                    Layout.maximumWidth: -1
                    rows: tab.details.stack
                    title: tab.details.stackTitle
                    listName: "stackRows"
                    keyWidth: 80
                    isOneLine: true
                }
                Detail {
                    id: children

                    Layout.maximumWidth: -1
                    Layout.maximumHeight: inside.isHigh && stack.hasContent
                                          ? Math.min(implicitHeight, tab.height * 0.4) : -1
                    rows: tab.details.children
                    title: tab.details.childrenTitle
                    keyWidth: 80
                    isOneLine: true
                }
            }
            Divider { visible: measured.visible }
            KernelColumn {
                id: measured

                Layout.fillHeight: true
                Layout.fillWidth: true
                Layout.preferredWidth: 460
                visible: tab.run !== "B" && tab.app.kernels.ofSelection.hasKernel
                kernel: tab.app.kernels.ofSelection
            }
            Divider { visible: tab.details.args.count > 0 }
            Detail {
                rows: tab.details.args
                title: "Args"
                keyWidth: 150
            }
        }
    }
}
