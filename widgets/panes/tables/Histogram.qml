// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Durations of a row as columns. A click on a column goes to its first kernel, further clicks to
// the next ones; Left and Right choose a column, Return clicks it.
Item {
    id: panel

    required property HistogramObject histogram
    property int current: -1  // by key or pointer
    readonly property var heights: histogram.heights

    signal picked(real slice)

    function pick(bin) {
        const slice = histogram.next(bin)
        if (slice >= 0)
            picked(slice)
    }
    function step(by) {
        let bin = current + by
        while (bin >= 0 && bin < heights.length && heights[bin] === 0)
            bin += by
        current = bin >= 0 && bin < heights.length ? bin : current
    }

    PlainLabel {
        id: title

        x: 12
        width: parent.width - 24
        height: Math.round(20 * Theme.scale)
        text: panel.histogram.exists ? panel.histogram.title : ""
        color: Theme.color.text
        elide: Text.ElideMiddle
        verticalAlignment: Text.AlignVCenter
    }
    PlainLabel {
        anchors.centerIn: parent
        width: parent.width - 24
        visible: !panel.histogram.exists
        text: "Click a row to see how long its kernels take."
        color: Theme.color.secondaryText
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
    }
    PlainLabel {
        id: status

        objectName: "histogramText"
        x: 12
        y: title.height
        width: parent.width - 24
        height: Math.round(18 * Theme.scale)
        visible: panel.histogram.exists
        text: panel.current >= 0 && panel.current !== panel.histogram.bin
              ? panel.histogram.textOf(panel.current)
              : panel.histogram.place !== "" ? panel.histogram.place
                                             : "Click a column to go to its kernels"
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        elide: Text.ElideRight
    }
    Item {
        id: plot

        objectName: "histogramPlot"
        anchors.fill: parent
        anchors.leftMargin: 12
        anchors.rightMargin: 12
        anchors.topMargin: status.y + status.height + Math.round(4 * Theme.scale)
        anchors.bottomMargin: Math.round(20 * Theme.scale)
        visible: panel.histogram.exists
        activeFocusOnTab: panel.histogram.exists || activeFocus
        Keys.onLeftPressed: panel.step(-1)
        Keys.onRightPressed: panel.step(1)
        Keys.onReturnPressed: panel.pick(panel.current)
        Keys.onEnterPressed: panel.pick(panel.current)
        Accessible.role: Accessible.Graphic
        Accessible.name: "Durations of " + panel.histogram.title
        Accessible.description: status.text

        readonly property real columnWidth: width / Math.max(1, panel.heights.length)

        Repeater {
            model: panel.heights

            Rectangle {
                required property int index
                required property real modelData

                x: Math.round(index * plot.columnWidth)
                y: plot.height - height
                width: Math.max(1, Math.round((index + 1) * plot.columnWidth) - x - 1)
                height: modelData > 0 ? Math.max(2, Math.round(plot.height * modelData)) : 0
                color: index === panel.histogram.bin || index === panel.current
                       ? Theme.color.accent : Theme.color.compute
            }
        }
        Rectangle {
            y: plot.height
            width: plot.width
            height: 1
            color: plot.activeFocus ? Theme.color.accent : Theme.color.secondaryText
        }
        MouseArea {
            anchors.fill: parent
            hoverEnabled: true
            cursorShape: Qt.PointingHandCursor
            onPositionChanged: mouse => panel.current = Math.floor(mouse.x / plot.columnWidth)
            onExited: panel.current = -1
            onClicked: mouse => panel.pick(Math.floor(mouse.x / plot.columnWidth))
        }
    }
    component Edge: PlainLabel {
        y: panel.height - height
        visible: panel.histogram.exists
        height: Math.round(16 * Theme.scale)
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
    }
    Edge {
        x: 12
        text: panel.histogram.from
    }
    Edge {
        anchors.horizontalCenter: parent.horizontalCenter
        visible: panel.histogram.exists && panel.histogram.logarithmic
        text: "log scale"
    }
    Edge {
        x: panel.width - width - 12
        text: panel.histogram.to
    }
    Connections {
        target: panel.histogram

        function onChanged() { panel.current = -1 }
    }
}
