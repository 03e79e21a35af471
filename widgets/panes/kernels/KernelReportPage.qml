// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Gaplight

// A kernel report alone: header, the table of its kernels, their plot below it, and beside them what
// the report says about the selected one, where Return goes on to.
FocusScope {
    id: page

    required property WindowModel app
    readonly property KernelTableModel rows: app.kernels.table
    readonly property int sideWidth: Math.round(Math.max(240, Math.min(620, width * 0.3)))
    readonly property int lowerHeight: Math.round((height - header.height - verdict.height) * 0.52)

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
    }
    Rectangle {
        id: verdict

        y: header.height
        width: parent.width
        height: sentence.text === "" ? 0 : sentence.height + Math.round(8 * Theme.scale)
        color: Theme.color.headerBackground

        PlainLabel {
            id: sentence

            objectName: "kernelVerdict"
            x: 12
            width: parent.width - 24
            text: page.app.kernels.file.verdict
            color: Theme.color.text
            font.pixelSize: Theme.largeSize
            font.weight: Font.DemiBold
            wrapMode: Text.Wrap
            maximumLineCount: 2
            elide: Text.ElideRight
        }
    }
    TableBar {
        id: bar

        x: 12
        y: verdict.y + verdict.height + 4
        table: table
        filterName: "kernelFilter"
        hint: "Filter kernels  /"
    }
    DataTable {
        id: table

        x: 12
        y: bar.y + bar.height + 4
        width: parent.width - page.sideWidth - x
        height: parent.height - y - page.lowerHeight
        clip: true
        rows: page.rows
        listName: "kernelRows"
        title: "Kernels of the report"
        ground: Theme.color.background
        elide: Text.ElideMiddle
        choosesOnClick: false
        markedRow: rows.current
        filteredByTyping: true
        onTyped: text => bar.focusFilter(text)
    }
    Connections {
        target: page.rows

        function onChosen() { details.focusRows() }
    }
    Connections {
        target: page.app.state

        function onKernelFilterRequested() { bar.focusFilter("") }
    }
    Rectangle {
        id: tools

        y: parent.height - page.lowerHeight
        width: parent.width - page.sideWidth
        height: Math.round(28 * Theme.scale)
        color: Theme.color.headerBackground

        PlainLabel {
            objectName: "kernelPlotCaption"
            x: 12
            width: parent.width - 24
            height: parent.height
            text: plot.caption
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            elide: Text.ElideRight
            verticalAlignment: Text.AlignVCenter
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
        width: tools.width
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
        x: tools.width
        y: verdict.y + verdict.height
        width: 1
        height: parent.height - y
        color: Theme.color.grid
    }
    KernelColumn {
        id: details

        objectName: "kernelDetails"
        ground: Theme.color.background
        kernel: page.rows.details
        visible: kernel.hasKernel
        x: tools.width + 1
        y: verdict.y + verdict.height
        width: page.sideWidth - 1
        height: parent.height - y
    }
    HoverTip {
        view: plot
    }

    // File name and contents of a kernel report, and menus.
    component KernelReportHeader: Rectangle {
        id: header

        required property WindowModel app
        readonly property KernelReportObject report: app.kernels.file

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
    }
}
