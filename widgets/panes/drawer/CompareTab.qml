// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Tab Compare: verdict, reason, and a table of all measures of A and B; a double click shows a
// row in both timelines.
DrawerPane {
    id: tab

    readonly property ComparisonObject comparison: app.comparison

    Column {
        anchors.centerIn: parent
        visible: !tab.comparison.active
        spacing: 10

        PlainLabel {
            anchors.horizontalCenter: parent.horizontalCenter
            text: "Open a second trace to see what changed: before and after, eager and compiled."
            color: Theme.color.secondaryText
        }
        FlatButton {
            anchors.horizontalCenter: parent.horizontalCenter
            outlined: true
            enabled: tab.app.first.session.hasTrace
            text: "Compare with…"
            hint: "Ctrl+Shift+O"
            onClicked: tab.app.state.requestCompare()
        }
    }
    Flickable {
        id: summary

        x: 12
        y: Math.round(6 * Theme.scale)
        // The buttons below have one line where there is room.
        width: Math.max(260, Math.min(540, tab.width * 0.42), tab.width * 0.34)
        height: Math.max(0, actions.y - y - 6)
        visible: tab.comparison.active
        contentHeight: said.height
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: PaneScrollBar {}

        Column {
            id: said

            width: summary.width - 12
            spacing: 6

            Waterfall {
                objectName: "waterfall"
                width: said.width
                bars: tab.app.waterfall
            }
            PlainLabel {
                width: said.width
                visible: text !== ""
                text: tab.comparison.why
                color: Theme.color.text
                wrapMode: Text.Wrap
            }
            PlainLabel {
                width: said.width
                visible: text !== ""
                text: tab.comparison.remarks
                color: Theme.color.warningText
                wrapMode: Text.Wrap
            }
            PlainLabel {
                width: said.width
                visible: text !== ""
                text: "Compared by " + tab.comparison.level
                color: Theme.color.secondaryText
                wrapMode: Text.Wrap
            }
        }
    }
    BottomFade {
        view: summary
        visible: summary.visible
    }
    // Below the text, however long that is.
    Flow {
        id: actions

        x: summary.x
        y: Math.max(Math.round(6 * Theme.scale), tab.height - height - Math.round(6 * Theme.scale))
        width: said.width
        visible: tab.comparison.active
        spacing: 6

        FlatButton {
            outlined: true
            text: tab.comparison.linked ? "Unlink" : "Link"
            hint: "Zoom and pan together, or apart (L)"
            onClicked: tab.comparison.toggleLink()
        }
        FlatButton {
            outlined: true
            text: "Pin selection"
            hint: "This is that: what is selected in A and in B corresponds"
            onClicked: tab.comparison.requestPin()
        }
        FlatButton {
            outlined: true
            visible: tab.comparison.pinCount > 0
            text: "Unpin"
            onClicked: tab.comparison.clearPins()
        }
        FlatButton {
            outlined: true
            text: "Swap"
            hint: "A becomes B (X)"
            onClicked: tab.comparison.swap()
        }
        FlatButton {
            objectName: "scale"
            outlined: true
            text: tab.app.state.runs.oneScale ? "Fit each run" : "One scale"
            hint: "Both runs on one scale of time, or each as wide as the window (U)"
            onClicked: tab.app.state.runs.oneScale = !tab.app.state.runs.oneScale
        }
        FlatButton {
            objectName: "arrange"
            outlined: true
            text: tab.app.state.runs.beside ? "One above the other" : "Side by side"
            hint: "Where the second run stands (Shift+X)"
            onClicked: tab.app.state.runs.beside = !tab.app.state.runs.beside
        }
        FlatButton {
            outlined: true
            text: "Close B"
            onClicked: tab.comparison.close()
        }
    }
    Row {
        id: parts

        objectName: "comparisonParts"
        x: list.x - 5
        y: 4
        visible: tab.comparison.active && list.rows.parts.length > 1
        height: visible ? Math.round(22 * Theme.scale) : 0

        Repeater {
            model: ["All"].concat(list.rows.parts)

            LinkButton {
                required property int index
                required property string modelData
                readonly property string part: index === 0 ? "" : modelData

                text: modelData
                current: list.rows.part === part
                Accessible.role: Accessible.RadioButton
                Accessible.checked: current
                onClicked: list.rows.part = part
            }
        }
    }
    TableBar {
        id: bar

        x: list.x
        y: parts.y + parts.height + 2
        table: list
    }
    DataTable {
        id: list

        x: summary.x + summary.width + 12
        y: bar.y + bar.height + 4
        width: tab.width - x
        height: tab.height - y
        visible: tab.comparison.active
        rows: tab.app.comparisonRows
        listName: "comparisonRows"
        title: "Measures of A and B"
        choosesOnClick: false
        elide: Text.ElideMiddle
        changeColumn: 3
    }

    // The way from A's time to B's: one bar per cause, each beginning where the one above it ended.
    component Waterfall: Column {
        id: chart

        required property WaterfallModel bars
        readonly property int labelWidth: Math.round(Math.min(210 * Theme.scale, width * 0.45))
        readonly property int lengthWidth: Math.round(72 * Theme.scale)
        readonly property int room: Math.max(40, width - labelWidth - lengthWidth - 12)

        Repeater {
            model: chart.bars

            Item {
                id: bar

                required property string label
                required property string detail
                required property string length
                required property string kind
                required property real begin
                required property real end
                readonly property color barColor: kind === "less" ? Theme.color.healthy
                                                : (kind === "more" ? Theme.color.unhealthy
                                                                   : Theme.color.compute)

                width: chart.width
                height: Math.round(18 * Theme.scale)
                Accessible.role: Accessible.ListItem
                Accessible.name: label + " " + length + (detail !== "" ? ", " + detail : "")

                PlainLabel {
                    width: chart.labelWidth
                    anchors.verticalCenter: parent.verticalCenter
                    text: bar.label
                    color: bar.kind === "total" ? Theme.color.text : Theme.color.secondaryText
                    font.pixelSize: Theme.smallSize
                    font.weight: bar.kind === "total" ? Font.DemiBold : Font.Normal
                    elide: Text.ElideRight
                }
                Rectangle {
                    x: chart.labelWidth + 6 + chart.room * bar.begin
                    width: Math.max(2, chart.room * (bar.end - bar.begin))
                    height: Math.round(10 * Theme.scale)
                    anchors.verticalCenter: parent.verticalCenter
                    color: bar.barColor
                }
                PlainLabel {
                    anchors.right: parent.right
                    anchors.verticalCenter: parent.verticalCenter
                    text: bar.length
                    color: bar.kind === "total" ? Theme.color.text : bar.barColor
                    font.pixelSize: Theme.smallSize
                }

                HoverHandler { id: over }

                Tip {
                    visible: over.hovered && bar.detail !== ""
                    delay: 300
                    text: bar.detail
                }
            }
        }
    }
}
