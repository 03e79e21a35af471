// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Durations of slices as columns. A column that is clicked, or chosen by Left and Right, has its
// slices alone lit in the timeline; clicks and Return go from one of them to the next; Esc ends it.
Item {
    id: panel

    required property HistogramObject histogram
    property int current: -1  // under the pointer
    property color barColor: Theme.color.compute
    property string hint: "Click a row: its slices are lit, and their durations stand here."
    readonly property var heights: histogram.heights

    signal picked(real slice)

    function step(by) {
        let bin = histogram.bin < 0 ? (by > 0 ? 0 : heights.length - 1) : histogram.bin + by
        while (bin >= 0 && bin < heights.length && heights[bin] === 0)
            bin += by
        histogram.choose(bin)
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
        text: panel.hint
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
                                             : "Click a column to light its slices alone"
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
        Keys.onReturnPressed: panel.histogram.pick(panel.histogram.bin)
        Keys.onEnterPressed: panel.histogram.pick(panel.histogram.bin)
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
                color: index === panel.histogram.bin ? Theme.color.accent
                       : index === panel.current ? Theme.color.text
                       : panel.histogram.bin >= 0 ? Theme.color.secondaryText : panel.barColor
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
            onClicked: mouse => {
                plot.forceActiveFocus()
                panel.histogram.pick(Math.floor(mouse.x / plot.columnWidth))
            }
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
        function onPicked(slice) { panel.picked(slice) }
    }
}
