// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// The verdict on two runs, and the time of the GPUs of each as bars on one scale.
Rectangle {
    id: bar

    required property WindowModel app
    readonly property ComparisonObject comparison: app.comparison
    readonly property int titleWidth: Math.round(130 * Theme.scale)

    signal findingChosen(bool inFirst, int finding)

    color: Theme.color.headerBackground
    implicitHeight: rows.y + rows.height + Math.round(5 * Theme.scale)
    Accessible.role: Accessible.StaticText
    Accessible.name: sentence.text

    StatusMark {
        x: 12
        anchors.verticalCenter: sentence.verticalCenter
        visible: bar.comparison.verdictKind !== ""
        kind: bar.comparison.statusKind
    }
    PlainLabel {
        id: sentence

        objectName: "compareVerdict"
        x: 32
        y: Math.round(2 * Theme.scale)
        width: bar.width - x - 12
        text: bar.comparison.busy ? "Comparing…" : bar.comparison.verdict
        color: Theme.color.text
        font.pixelSize: Theme.largeSize
        font.weight: Font.DemiBold
        wrapMode: Text.Wrap
    }
    Column {
        id: rows

        x: 12
        y: sentence.y + sentence.height + Math.round(2 * Theme.scale)
        width: bar.width - 24

        GpuTimeRow {
            objectName: "gpuTimeOfA"
            width: rows.width
            visible: parts.count > 0
            title: "A  " + bar.comparison.timeOfA
            titleWidth: bar.titleWidth
            room: 0.24
            minShare: 0.02
            scale: bar.comparison.shareOfA
            parts: bar.app.first.gpuTime
            onFindingChosen: finding => bar.findingChosen(true, finding)
        }
        GpuTimeRow {
            objectName: "gpuTimeOfB"
            width: rows.width
            visible: parts.count > 0
            title: "B  " + bar.comparison.timeOfB
            titleWidth: bar.titleWidth
            room: 0.24
            minShare: 0.02
            scale: bar.comparison.shareOfB
            parts: bar.app.second.gpuTime
            onFindingChosen: finding => bar.findingChosen(false, finding)
        }
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.color.grid
    }
}
