// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The time of a trace's GPUs as a stacked bar with a legend. Entries lead to their findings.
Item {
    id: row

    required property GpuTimeModel parts
    property string title: ""
    property int titleWidth: 0
    property real scale: 1  // length of the bar as a share of the room for it
    property real room: 0.36  // for the bar, as a share of the width
    property real minShare: 0.0005  // of parts in the legend
    // The bar fills the row, and labels are in its parts; what has no room is counted at its end.
    property bool isLabeled: false

    signal findingChosen(int finding)

    implicitHeight: Math.round((isLabeled ? 20 : 18) * Theme.scale)

    PlainLabel {
        id: name

        width: row.titleWidth
        visible: row.title !== ""
        anchors.verticalCenter: parent.verticalCenter
        text: row.title
        color: Theme.color.text
        font.pixelSize: Theme.smallSize
        elide: Text.ElideRight
    }
    Item {
        id: track

        x: row.titleWidth
        width: row.isLabeled ? row.width - row.titleWidth - (hidden.length > 0 ? Math.round(34 * Theme.scale) : 0)
                             : Math.round(row.width * row.room)
        height: Math.round((row.isLabeled ? 18 : 10) * Theme.scale)

        // Names of parts without room for a label, of a row with labels.
        readonly property var hidden: {
            const names = []
            for (let i = 0; i < pieces.count; ++i) {
                const piece = pieces.itemAt(i)
                if (piece !== null && row.isLabeled && !piece.fits
                        && (piece.isApart || piece.share >= row.minShare))
                    names.push(piece.label + " " + piece.percent)
            }
            return names
        }
        // What is no part of the shares has a length of its own, and a gap after it.
        readonly property int apartWidth: {
            let all = 0
            for (let i = 0; i < pieces.count; ++i) {
                const piece = pieces.itemAt(i)
                all += piece !== null && piece.isApart ? piece.width : 0
            }
            return all
        }
        anchors.verticalCenter: parent.verticalCenter

        Row {
            id: bar

            width: Math.max(1, track.width * row.scale)
            height: track.height

            Repeater {
                id: pieces

                model: row.parts

                Item {
                    id: piece

                    required property string kind
                    required property int finding
                    readonly property bool leads: row.isLabeled && finding >= 0
                    readonly property int gap: isApart ? Math.round(14 * Theme.scale) : 0
                    // Not by its width, which depends on how many do not fit.
                    readonly property bool fits: row.isLabeled
                                                 && caption.implicitWidth + 16
                                                    < (isApart ? row.width / 4
                                                       : (row.width - row.titleWidth - 34 - track.apartWidth)
                                                         * share)

                    required property string label
                    required property string explanation
                    required property string length
                    required property real share
                    required property bool isApart
                    required property string percent

                    width: !isApart ? Math.max(1, (bar.width - track.apartWidth) * share)
                           : gap + (fits ? Math.ceil(caption.implicitWidth) + 8
                                         : Math.round(10 * Theme.scale))
                    height: bar.height
                    Accessible.name: label + " " + length + (isApart ? "" : ", " + percent)

                    PatternItem {
                        width: piece.width - piece.gap
                        height: parent.height
                        kind: piece.kind
                    }

                    // Parts side by side are apart in every kind of color vision.
                    Rectangle {
                        width: 1
                        height: parent.height
                        color: Theme.color.background
                        visible: row.isLabeled && !piece.isApart && piece.x > 0
                    }
                    // The scale is broken between what is apart and the bar.
                    Repeater {
                        model: piece.isApart ? 2 : 0

                        Rectangle {
                            required property int index

                            x: piece.width - piece.gap / 2 + (index - 0.5) * 4 - 0.5
                            width: 1
                            height: piece.height
                            rotation: 20
                            antialiasing: true
                            color: Theme.color.secondaryText
                        }
                    }
                    AbstractButton {
                        id: caption

                        objectName: "gpuTimeCaption"
                        visible: row.isLabeled && piece.fits
                        enabled: piece.leads
                        focusPolicy: piece.leads ? Qt.TabFocus : Qt.NoFocus
                        hoverEnabled: true
                        anchors.verticalCenter: parent.verticalCenter
                        x: 4
                        leftPadding: 4
                        rightPadding: 4
                        height: parent.height - 2
                        text: piece.label + " " + piece.percent
                        Accessible.name: text
                        Accessible.ignored: !visible
                        Keys.onReturnPressed: click()
                        Keys.onEnterPressed: click()
                        onClicked: row.findingChosen(piece.finding)
                        contentItem: PlainLabel {
                            Accessible.ignored: true
                            text: caption.text
                            color: Theme.color.text
                            font.pixelSize: Theme.smallSize
                            font.underline: piece.leads && (caption.hovered || caption.visualFocus)
                            verticalAlignment: Text.AlignVCenter
                        }
                        background: Rectangle {
                            radius: 2
                            color: Theme.color.headerBackground
                            border.width: caption.visualFocus ? 2 : 0
                            border.color: Theme.color.accent
                        }
                    }
                    TapHandler {
                        enabled: piece.leads
                        onTapped: row.findingChosen(piece.finding)
                    }
                    HoverHandler {
                        id: over

                        cursorShape: piece.leads ? Qt.PointingHandCursor : Qt.ArrowCursor
                    }

                    Tip {
                        visible: over.hovered
                        delay: 300
                        y: bar.height + 6
                        text: piece.Accessible.name + "\n" + piece.explanation
                    }
                }
            }
        }
    }
    PlainLabel {
        objectName: "gpuTimeHidden"
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        visible: track.hidden.length > 0
        text: "+" + track.hidden.length
        color: Theme.color.secondaryText
        font.pixelSize: Theme.smallSize
        Accessible.role: Accessible.StaticText
        Accessible.name: "Also " + track.hidden.join(", ")

        HoverHandler { id: overHidden }
        Tip {
            visible: overHidden.hovered
            delay: 300
            y: parent.height + 6
            text: track.hidden.join("\n")
        }
    }
    Row {
        id: legend

        visible: !row.isLabeled

        // The largest parts, as many as fit, in the order of the bar; what is left is counted by
        // `more`.
        readonly property var parts: (row.parts.count > 0 ? row.parts.bySize(row.minShare) : [])
            .map((part, rank) => Object.assign({rank: rank}, part))
            .sort((a, b) => a.place - b.place)
        readonly property int shown: {
            let room = width
            for (let i = 0; i < entries.count; ++i) {
                const at = parts.findIndex(part => part.rank === i)
                const needed = (entries.itemAt(at)?.needed ?? 0) + (i > 0 ? spacing : 0)
                const reserved = i + 1 < entries.count ? Math.round(24 * Theme.scale) + spacing : 0
                if (needed + reserved > room)
                    return i
                room -= needed
            }
            return entries.count
        }

        objectName: "gpuTimeLegend"
        x: track.x + track.width + 14
        width: row.width - x
        anchors.verticalCenter: parent.verticalCenter
        spacing: 14

        Repeater {
            id: entries

            model: legend.parts

            AbstractButton {
                id: entry

                required property int index
                required property var modelData
                readonly property bool leads: modelData.finding >= 0
                // Not its implicit width, which a hidden row does not have.
                readonly property real needed: words.implicitWidth + 17

                text: modelData.label + " " + modelData.percent
                enabled: leads
                focusPolicy: leads ? Qt.TabFocus : Qt.NoFocus
                hoverEnabled: true
                padding: 0
                visible: modelData.rank < legend.shown
                Keys.onReturnPressed: click()
                Keys.onEnterPressed: click()
                Accessible.name: text
                Accessible.ignored: !visible
                onClicked: row.findingChosen(modelData.finding)
                contentItem: Row {
                    spacing: 5

                    PatternItem {
                        anchors.verticalCenter: parent.verticalCenter
                        kind: entry.modelData.kind
                        width: 12
                        height: 10
                    }
                    PlainLabel {
                        id: words

                        text: entry.text
                        color: Theme.color.secondaryText
                        font.pixelSize: Theme.smallSize
                        font.underline: entry.leads && (entry.hovered || entry.visualFocus)
                    }
                }

                FocusRing { around: entry }
                HoverHandler {
                    enabled: entry.leads
                    cursorShape: Qt.PointingHandCursor
                }
            }
        }
        PlainLabel {
            id: more

            readonly property var rest: legend.parts.filter(part => part.rank >= legend.shown)
                                        .map(part => part.label + " " + part.percent)

            objectName: "gpuTimeMore"
            visible: rest.length > 0
            text: "+" + Math.max(1, rest.length)
            color: Theme.color.secondaryText
            font.pixelSize: Theme.smallSize
            Accessible.role: Accessible.StaticText
            Accessible.name: "Also " + rest.join(", ")

            HoverHandler { id: overMore }
            Tip {
                visible: overMore.hovered
                delay: 300
                y: more.height + 6
                text: more.rest.join("\n")
            }
        }
    }
}
