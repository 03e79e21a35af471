// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Gaplight

// A kernel report alone: header, the table of its kernels, their plot below it, and beside them what
// the report says about the selected one.
FocusScope {
    id: page

    required property WindowModel app
    readonly property KernelTableModel rows: app.kernels.table
    readonly property int sideWidth: Math.round(Math.max(240, Math.min(620, width * 0.3)))
    readonly property int lowerHeight: Math.round((height - header.height) * 0.52)

    onActiveFocusChanged: if (activeFocus && !plot.activeFocus && !header.activeFocus
                              && !details.activeFocus)
                              table.focusRows()

    Rectangle {
        anchors.fill: parent
        color: Theme.color.background
    }
    KernelReportHeader {
        id: header

        app: page.app
        width: parent.width
        height: Math.round(44 * Theme.scale)
        onTableRequested: table.focusRows()
    }
    KernelTable {
        id: table

        rows: page.rows
        y: header.height
        width: parent.width - page.sideWidth
        height: parent.height - y - page.lowerHeight
        onTyped: text => header.focusFilter(text)
        onDetailsRequested: details.focusRows()
    }
    Rectangle {
        id: tools

        y: parent.height - page.lowerHeight
        width: table.width
        height: Math.round(28 * Theme.scale)
        color: Theme.color.headerBackground

        PlainLabel {
            objectName: "kernelPlotCaption"
            x: 12
            width: parent.width - copy.width - 24
            height: parent.height
            text: plot.caption
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            elide: Text.ElideRight
            verticalAlignment: Text.AlignVCenter
        }
        LinkButton {
            id: copy

            objectName: "copyKernels"
            anchors.right: parent.right
            anchors.rightMargin: 6
            anchors.verticalCenter: parent.verticalCenter
            text: "Copy table as CSV"
            onClicked: page.rows.copyCsv()
        }
        Rectangle {
            width: parent.width
            height: 1
            color: Theme.color.grid
        }
    }
    KernelPlotItem {
        id: plot

        objectName: "kernelPlot"
        table: page.rows
        y: tools.y + tools.height
        width: table.width
        height: parent.height - y
        Accessible.role: Accessible.Graphic
        Accessible.name: caption
        Accessible.description: page.rows.details.title
        Accessible.focusable: true

        Rectangle {
            anchors.fill: parent
            visible: plot.activeFocus
            color: "transparent"
            border.width: 1
            border.color: Theme.color.accent
        }
    }
    PlainLabel {
        objectName: "kernelPlotNotice"
        anchors.centerIn: plot
        width: Math.min(520, plot.width - 60)
        visible: text !== ""
        text: plot.notice
        color: Theme.color.secondaryText
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
    }
    Rectangle {
        x: table.width
        y: header.height
        width: 1
        height: parent.height - y
        color: Theme.color.grid
    }
    KernelColumn {
        id: details

        objectName: "kernelDetails"
        kernel: page.rows.details
        visible: kernel.hasKernel
        x: table.width + 1
        y: header.height
        width: page.sideWidth - 1
        height: parent.height - y
    }
    HoverTip {
        view: plot
    }

    // File name and contents of a kernel report, the filter of its table and menus.
    component KernelReportHeader: Rectangle {
        id: header

        required property WindowModel app
        readonly property KernelReportObject report: app.kernels.file
        readonly property KernelTableModel table: app.kernels.table

        // Return in the filter.
        signal tableRequested()

        // Focuses the filter and adds what was typed elsewhere.
        function focusFilter(typed) {
            filter.forceActiveFocus(Qt.ShortcutFocusReason)
            if (typed === "")
                filter.selectAll()
            else
                table.filter += typed
        }

        color: Theme.color.headerBackground

        RowLayout {
            anchors.fill: parent
            anchors.leftMargin: 12
            anchors.rightMargin: 6
            spacing: 8

            PlainLabel {
                Layout.maximumWidth: header.width * 0.28
                text: header.report.fileName
                color: Theme.color.text
                font.weight: Font.DemiBold
                font.pixelSize: Theme.largeSize
                elide: Text.ElideMiddle
            }
            PlainLabel {
                objectName: "reportSummary"
                Layout.maximumWidth: header.width * 0.42
                visible: header.width >= 760
                text: header.report.summary
                color: Theme.color.secondaryText
                elide: Text.ElideRight
            }
            PlainLabel {
                objectName: "reportIssues"
                Layout.maximumWidth: header.width * 0.16
                visible: header.report.issues !== "" && header.width >= 900
                text: "⚠ " + header.report.issues.split("\n")[0]
                color: Theme.color.warningText
                font.pixelSize: Theme.smallSize
                elide: Text.ElideRight

                HoverHandler { id: overIssues }
                Tip {
                    visible: overIssues.hovered
                    text: header.report.issues
                }
            }
            Item {
                Layout.fillWidth: true
            }
            TextField {
                id: filter

                objectName: "kernelFilter"
                Accessible.name: "Filter of kernels"
                Layout.preferredWidth: Math.max(180, Math.min(360, header.width * 0.2))
                Layout.preferredHeight: Math.round(28 * Theme.scale)
                leftPadding: 10
                rightPadding: status.width + 16
                selectByMouse: true
                activeFocusOnTab: true
                color: Theme.color.text
                placeholderText: "Filter kernels  /"
                placeholderTextColor: Theme.color.secondaryText
                selectionColor: Theme.color.accent
                selectedTextColor: Theme.color.background
                text: header.table.filter
                onTextEdited: header.table.filter = text
                Keys.onReturnPressed: header.tableRequested()
                Keys.onEnterPressed: header.tableRequested()
                Keys.onDownPressed: header.tableRequested()

                background: Rectangle {
                    radius: 4
                    color: Theme.color.background
                    border.width: filter.activeFocus ? 2 : 1
                    border.color: filter.activeFocus ? Theme.color.accent : Theme.color.grid
                }

                PlainLabel {
                    id: status

                    objectName: "kernelFilterStatus"
                    anchors.right: parent.right
                    anchors.rightMargin: 8
                    anchors.verticalCenter: parent.verticalCenter
                    text: header.table.status
                    color: Theme.color.secondaryText
                    font.pixelSize: Theme.smallSize
                }
                Tip {
                    visible: filter.hovered
                    text: "A part of a kernel's name, grid or block"
                }
            }
            OpenMenu {
                app: header.app
            }
            HeaderMenu {
                app: header.app
            }
        }
        Rectangle {
            anchors.bottom: parent.bottom
            width: parent.width
            height: 1
            color: Theme.color.grid
        }
        Connections {
            target: header.app.state

            function onKernelFilterRequested() { header.focusFilter("") }
        }
    }
}
