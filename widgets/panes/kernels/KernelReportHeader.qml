// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Gaplight

// File name and contents of a kernel report, the filter of its table and menus.
Rectangle {
    id: header

    required property WindowModel app
    readonly property KernelReportObject report: app.kernels
    readonly property KernelTableModel table: app.kernelTable

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
