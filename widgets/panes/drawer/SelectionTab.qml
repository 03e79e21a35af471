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
            y: Math.round(8 * Theme.scale)
            text: tab.run
            color: Theme.color.accent
            font.weight: Font.DemiBold
            font.pixelSize: Theme.largeSize
        }
        TextEdit {
            id: name

            objectName: "selectedName"
            x: runName.x + (tab.run === "" ? 0 : runName.implicitWidth + 10)
            y: Math.round(8 * Theme.scale)
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
        LinkButton {
            id: finding

            objectName: "findingOfSlice"
            x: name.x - 5
            y: name.y + name.height
            width: Math.min(implicitWidth, parent.width - x - 12)
            height: visible ? implicitHeight : 0
            visible: tab.details.finding >= 0
            text: "Finding: " + tab.details.findingTitle
            Accessible.name: text
            onClicked: {
                tab.timeline.showFinding(tab.details.finding, tab.details.occurrence)
                tab.app.state.drawerTab = WindowState.FindingsTab
            }
        }
        Row {
            id: source

            x: name.x - 5
            y: finding.y + finding.height
            height: visible ? implicitHeight : 0
            visible: tab.details.source !== ""

            LinkButton {
                objectName: "openSource"
                width: Math.min(implicitWidth, name.width - copySource.width)
                text: "Open " + tab.details.source
                Accessible.name: text + " in the editor"
                onClicked: tab.app.sources.open(tab.details.source)
            }
            LinkButton {
                id: copySource

                text: "Copy"
                Accessible.name: "Copy file and line"
                onClicked: tab.app.sources.copy(tab.details.source)
            }
        }
        PlainLabel {
            id: memory

            objectName: "memoryOfSlice"
            x: name.x
            y: source.y + (source.visible ? source.height : 2)
            width: parent.width - x - 12
            height: visible ? implicitHeight : 0
            visible: text !== ""
            text: tab.app.memory.ofSelection.ofSlice
            color: Theme.color.secondaryText
            elide: Text.ElideRight
        }
        PlainLabel {
            id: kernels

            objectName: "kernelReportStatus"
            x: name.x
            y: memory.y + memory.height
            width: parent.width - x - 12
            height: text === "" ? 0 : Math.round(18 * Theme.scale)
            visible: text !== ""
            readonly property bool isFailed:
                tab.app.kernels.file.state === KernelReportObject.Failed
                || tab.app.provenance.state === ProvenanceObject.Failed
            text: tab.run === "B" ? ""
                                  : [tab.app.kernels.file.statusText, tab.app.provenance.statusText]
                                    .filter(part => part !== "").join(" · ")
            color: isFailed ? Theme.color.warningText : Theme.color.secondaryText
            elide: Text.ElideRight
        }
        RowLayout {
            anchors.fill: parent
            anchors.topMargin: kernels.y + kernels.height
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
            ColumnLayout {
                id: inside

                Layout.fillHeight: true
                Layout.fillWidth: true
                Layout.preferredWidth: 400
                spacing: 0
                visible: stack.hasContent || children.hasContent

                Detail {
                    id: stack

                    rows: tab.details.stack
                    title: tab.details.stackTitle
                    keyWidth: 80
                }
                Detail {
                    id: children

                    Layout.maximumHeight: stack.hasContent
                                          ? Math.min(implicitHeight, tab.height * 0.4) : -1
                    rows: tab.details.children
                    title: tab.details.childrenTitle
                    keyWidth: 80
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
