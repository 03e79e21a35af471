// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Gaplight

// File name, hardware and duration; menus.
Rectangle {
    id: header

    required property WindowModel app
    required property TimelineItem timeline

    color: Theme.color.headerBackground

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: 12
        anchors.rightMargin: 6
        spacing: 8

        PlainLabel {
            Layout.maximumWidth: header.width * 0.28
            text: header.app.session.fileName
            color: Theme.color.text
            font.weight: Font.DemiBold
            font.pixelSize: Theme.largeSize
            elide: Text.ElideMiddle
        }
        PlainLabel {
            Layout.maximumWidth: header.width * 0.22
            visible: header.width >= 760
            text: [header.app.summary.hardware, header.app.summary.duration]
                  .filter(part => part !== "").join(" · ")
            color: Theme.color.secondaryText
            elide: Text.ElideRight
        }
        LinkButton {
            objectName: "reloadButton"
            visible: header.app.file.fileChanged
            text: "changed on disk · load again"
            onClicked: header.app.file.reload()
        }
        Item {
            Layout.fillWidth: true
        }
        SearchField {
            Layout.preferredWidth: Math.max(150, Math.min(260, header.width * 0.16))
            app: header.app
            timeline: header.timeline
        }
        FlatButton {
            id: overlays

            objectName: "overlaysButton"
            text: "Overlays ▾"
            hint: legend.opened ? "" : "What the overlays mean, and which are shown (E: all)"
            checked: header.timeline.overlaysShown
            onClicked: legend.opened ? legend.close() : legend.open()

            OverlayLegend {
                id: legend

                objectName: "overlayLegend"
                timeline: header.timeline
                kernels: header.app.efficiency
                onExplained: {
                    close()
                    header.app.ruleHelp.rule = "overlays"
                }
                x: overlays.width - width
                y: overlays.height + 4
                closePolicy: Popup.CloseOnEscape | Popup.CloseOnPressOutsideParent
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
}
