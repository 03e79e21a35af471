// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// Icon of a status, distinguished by shape and color: diamond, dot, ring, tick, dash.
Item {
    id: mark

    // "critical", "warning", "info" of a finding; "healthy", "unhealthy", "unknown" of an answer
    required property string kind

    implicitWidth: 12
    implicitHeight: 12

    Rectangle {
        visible: mark.kind === "critical" || mark.kind === "unhealthy"
        anchors.centerIn: parent
        width: 8
        height: 8
        rotation: 45
        antialiasing: true
        color: Theme.color.severityCritical
    }
    Rectangle {
        visible: mark.kind === "warning"
        anchors.centerIn: parent
        width: 10
        height: 10
        radius: 5
        antialiasing: true
        color: Theme.color.severityWarning
    }
    Rectangle {
        visible: mark.kind === "info"
        anchors.centerIn: parent
        width: 10
        height: 10
        radius: 5
        antialiasing: true
        color: "transparent"
        border.width: 2
        border.color: Theme.color.severityInfo
    }
    Item {
        visible: mark.kind === "healthy"
        x: 3
        y: 0
        width: 5
        height: 10
        rotation: 45

        Rectangle {
            anchors.bottom: parent.bottom
            width: parent.width
            height: 2
            antialiasing: true
            color: Theme.color.healthy
        }
        Rectangle {
            anchors.right: parent.right
            width: 2
            height: parent.height
            antialiasing: true
            color: Theme.color.healthy
        }
    }
    Rectangle {
        visible: mark.kind === "unknown"
        anchors.centerIn: parent
        width: 10
        height: 2
        color: Theme.color.secondaryText
    }
}
