// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Gaplight

// The verdict on a trace, and the time of its GPUs as one bar with a legend. Parts lead to their
// findings; names of functions are searched.
Rectangle {
    id: bar

    required property TraceContext context
    required property TimelineItem timeline
    required property Header topRow
    readonly property bool hasGpu: bar.context.gpuTime.count > 0
    // The bar keeps its height when the analysis arrives, with a sentence of up to two lines.
    readonly property bool isEarly: bar.context.session.analysisNotice !== ""
    // Kept once it was awaited: the row would go and come back before its parts are known.
    readonly property bool keepsGpuRow: hasGpu || isEarly || wasEarly
    property bool wasEarly: false
    // The sentence is in the header where it fits there in two lines, in large type in one. Not one
    // that was awaited: where it goes would move the timeline.
    readonly property bool isInHeader: !isEarly && !wasEarly
                                       && whole.implicitWidth < 1.8 * topRow.freeWidth
    readonly property bool isLarge: isInHeader && wholeLarge.implicitWidth < topRow.freeWidth
    readonly property int sentenceSize: isLarge ? wholeLarge.font.pixelSize : Theme.largeSize
    readonly property real ownHeight: isInHeader ? 0 : Math.max(
        sentence.shownHeight, wasEarly ? 2 * line.implicitHeight : 0) + Math.round(2 * Theme.scale)

    signal findingChosen(int finding)

    color: Theme.color.headerBackground
    implicitHeight: ownHeight + (keepsGpuRow ? Math.round(21 * Theme.scale)
                                             : isInHeader ? 0 : Math.round(6 * Theme.scale))
    Accessible.role: Accessible.StaticText
    Accessible.name: predicted.visible ? predicted.sentence : bar.context.verdict.sentence
    onIsEarlyChanged: wasEarly = wasEarly || isEarly
    Component.onCompleted: wasEarly = isEarly

    PlainLabel {
        id: line

        visible: false
        text: "X"
        font.pixelSize: Theme.largeSize
        font.weight: Font.DemiBold
    }
    PlainLabel {
        id: whole

        visible: false
        text: bar.context.verdict.sentence
        font.pixelSize: Theme.largeSize
        font.weight: Font.DemiBold
    }
    PlainLabel {
        id: wholeLarge

        visible: false
        text: bar.context.verdict.sentence
        font.pixelSize: Math.round(1.5 * Theme.largeSize)
        font.weight: Font.DemiBold
    }

    component Part: AbstractButton {
        property bool leads: false

        enabled: leads
        focusPolicy: leads ? Qt.TabFocus : Qt.NoFocus
        hoverEnabled: true
        padding: 0
        Keys.onReturnPressed: click()
        Keys.onEnterPressed: click()
        Accessible.name: text

        HoverHandler {
            enabled: parent.leads
            cursorShape: Qt.PointingHandCursor
        }
    }

    // Of what does not fit into two lines, whole clauses from the end are left out; the first stays.
    Flow {
        id: sentence

        property int clauses: 1  // that are shown
        property real shownHeight: 0
        property Item cutAfter: null  // the last part shown; null: all are

        function fit() {
            const parts = Array.from({length: words.count}, (_, at) => words.itemAt(at))
            const beyond = parts.filter(part => part.y >= 2 * line.implicitHeight)
            clauses = Math.max(1, Math.min(words.count, ...beyond.map(part => part.clause)))
            const shown = parts.filter(part => part.clause < clauses)
            shownHeight = Math.max(0, ...shown.map(part => part.y + part.height))
            cutAfter = shown.length < parts.length ? shown[shown.length - 1] : null
        }

        objectName: "verdict"
        opacity: predicted.visible ? 0 : 1
        enabled: !predicted.visible
        x: bar.isInHeader ? bar.topRow.freeX : 12
        y: bar.isInHeader ? Math.round((bar.topRow.height - shownHeight) / 2) - bar.topRow.height
                          : Math.round(2 * Theme.scale)
        width: bar.isInHeader ? bar.topRow.freeWidth : bar.width - 24
        onPositioningComplete: fit()

        HoverHandler {
            id: overSentence
        }
        Repeater {
            id: words

            model: bar.context.verdict

            Part {
                id: part

                required property bool spaceAfter
                required property int finding
                required property string name
                required property int clause
                required text
                readonly property bool isShown: clause < sentence.clauses

                opacity: isShown ? 1 : 0
                leads: isShown && (finding >= 0 || name !== "")
                width: Math.min(implicitWidth, sentence.width)
                rightPadding: spaceAfter ? Math.round(4 * Theme.scale) : 0
                onClicked: {
                    if (finding >= 0)
                        bar.findingChosen(finding)
                    else
                        bar.context.search.text = name
                }
                contentItem: PlainLabel {
                    text: part.text
                    color: part.leads ? Theme.color.accent : Theme.color.text
                    font.pixelSize: bar.sentenceSize
                    font.weight: Font.DemiBold
                    font.underline: part.leads && (part.hovered || part.visualFocus)
                    wrapMode: Text.Wrap
                }
            }
        }
    }
    PlainLabel {
        x: sentence.cutAfter ? sentence.x + sentence.cutAfter.x + sentence.cutAfter.width : 0
        y: sentence.cutAfter ? sentence.y + sentence.cutAfter.y : 0
        visible: sentence.cutAfter !== null && !predicted.visible
        text: "…"
        color: Theme.color.secondaryText
        font.pixelSize: bar.sentenceSize
    }
    Tip {
        x: sentence.x
        y: sentence.y + sentence.shownHeight + 4
        visible: overSentence.hovered && sentence.cutAfter !== null && !predicted.visible
        text: bar.context.verdict.sentence
    }
    PredictedSentence {
        id: predicted

        objectName: "predictedSentence"
        replaced: sentence
        height: sentence.shownHeight
        sentence: bar.timeline.whatIf ? bar.timeline.whatIf.sentence : ""
    }
    GpuTimeRow {
        x: 12
        y: bar.ownHeight + Math.round(1 * Theme.scale)
        width: bar.width - 24
        visible: bar.hasGpu
        isLabeled: true
        parts: bar.context.gpuTime
        onFindingChosen: finding => bar.findingChosen(finding)
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.color.grid
    }
}
