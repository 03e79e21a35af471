// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Scroll bar of a timeline's tracks, over their right edge.
ScrollBar {
    id: bar

    required property TimelineItem timeline
    readonly property TrackArea area: timeline.tracks

    x: timeline.x + timeline.width - width
    y: timeline.y + area.top
    width: 10
    height: timeline.height - area.top
    orientation: Qt.Vertical
    policy: ScrollBar.AlwaysOn
    visible: timeline.visible && area.visibleShare < 1
    minimumSize: 24 / Math.max(24, height)
    Accessible.name: "Scroll bar of the tracks"
    onPositionChanged: {
        if (pressed)
            area.scrollTo(position)
    }

    // No binding: a size that changes while the bar is held moves the position, and with it the area.
    Component.onCompleted: size = area.visibleShare
    Connections {
        target: bar.area

        function onChanged() { bar.size = bar.area.visibleShare }
    }

    contentItem: Rectangle {
        implicitWidth: 6
        radius: 3
        color: Theme.color.secondaryText
        opacity: bar.pressed ? 0.9 : bar.hovered ? 0.7 : 0.45
    }

    Binding {
        target: bar
        property: "position"
        value: bar.area.position
        when: !bar.pressed
        restoreMode: Binding.RestoreNone
    }
}
