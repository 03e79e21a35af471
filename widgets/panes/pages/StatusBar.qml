// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Gaplight

// Hovered slice, selection, zoom, memory.
Rectangle {
    id: status

    required property WindowModel app
    required property TimelineItem timeline

    color: Theme.color.headerBackground

    // Of a long name its middle is left out, so that time and duration behind it are shown.
    component Line: PlainLabel {
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        elide: Text.ElideMiddle
        verticalAlignment: Text.AlignVCenter
    }

    Rectangle {
        width: parent.width
        height: 1
        color: Theme.color.grid
    }
    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: 12
        anchors.rightMargin: 12
        spacing: 24

        Line {
            Layout.fillWidth: true
            Layout.preferredWidth: 300
            objectName: "hoverStatus"
            text: status.timeline.hoverText
            color: Theme.color.text
        }
        Line {
            Layout.fillWidth: true
            // Without the drawer it is all that describes the selection.
            Layout.preferredWidth: status.app.state.drawerOpen ? 240 : 600
            objectName: "selectionStatus"
            text: status.timeline.selectionText
        }
        Line {
            Layout.fillWidth: true
            Layout.preferredWidth: implicitWidth
            Layout.maximumWidth: implicitWidth
            // Whole where the window is wide enough: figures are read, names of slices recognized.
            Layout.minimumWidth: Math.min(implicitWidth, 0.4 * status.width)
            objectName: "cursorStatus"
            visible: text !== ""
            text: status.timeline.cursorText
            color: Theme.color.text
        }
        Line {
            Layout.fillWidth: true
            Layout.preferredWidth: implicitWidth
            Layout.maximumWidth: implicitWidth
            Layout.minimumWidth: Math.min(implicitWidth, 0.3 * status.width)
            objectName: "changeStatus"
            visible: text !== ""
            text: status.app.whatIf.changes.lastTitle === ""
                  ? "" : "What if " + status.app.whatIf.changes.lastTitle
            color: Theme.color.text
        }
        Line { text: status.app.findings.summary.slices }
        Line { text: status.timeline.zoomText }
        Line { text: status.app.findings.summary.memory + " in memory" }
    }
}
