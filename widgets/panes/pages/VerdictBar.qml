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
    // An awaited sentence stays where it was: the GPU's name takes its room with the analysis.
    property bool wasInHeader: false
    // The sentence is in the header where there is room, in large type where it fits in one line;
    // in a narrow one, where few sentences fit, if two lines hold all of it. Not one that was
    // awaited there: where it goes would move the timeline.
    readonly property bool isInHeader: topRow.freeWidth >= (wasInHeader ? 400 : 760) * Theme.scale
                                       || (!isEarly && !wasEarly
                                           && whole.implicitWidth < 1.8 * topRow.freeWidth)
    readonly property bool isLarge: isInHeader && wholeLarge.implicitWidth < topRow.freeWidth
    readonly property int sentenceSize: isLarge ? wholeLarge.font.pixelSize : Theme.largeSize
    // Of the sentence in one line of the header; 0: it takes two, or an awaited one may.
    readonly property real oneLine: {
        const room = topRow.freeWidth - Math.round(8 * Theme.scale)
        const wanted = isLarge ? wholeLarge.implicitWidth : whole.implicitWidth
        return isInHeader && !isEarly && wanted < room ? wanted + Math.round(8 * Theme.scale) : 0
    }
    readonly property real ownHeight: isInHeader ? 0 : Math.max(
        sentence.shownHeight, wasEarly ? 2 * line.implicitHeight : 0) + Math.round(2 * Theme.scale)

    readonly property string spoken: predicted.visible ? predicted.sentence
                                                       : bar.context.verdict.sentence

    signal findingChosen(int finding)

    objectName: "verdictBar"
    color: Theme.color.headerBackground
    implicitHeight: ownHeight + (keepsGpuRow ? Math.round(21 * Theme.scale)
                                             : isInHeader ? 0 : Math.round(6 * Theme.scale))
    Accessible.role: Accessible.StaticText
    Accessible.name: spoken
    onIsEarlyChanged: {
        wasEarly = wasEarly || isEarly
        wasInHeader = isEarly ? isInHeader : wasInHeader
    }
    onIsInHeaderChanged: wasInHeader = isEarly ? isInHeader : wasInHeader
    Component.onCompleted: {
        wasEarly = isEarly
        wasInHeader = isEarly && isInHeader
    }

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
        // Of a sentence that is one text, a screen reader stops at links alone.
        Accessible.role: Accessible.Link
        Accessible.name: text
        Accessible.ignored: !leads || !visible

        FocusRing {
            around: parent
            anchors.rightMargin: parent.rightPadding - 2
        }
        HoverHandler {
            enabled: parent.leads
            cursorShape: Qt.PointingHandCursor
        }
    }

    // Of what does not fit into two lines, whole clauses are left out by their weight: the opening
    // ones from the last on, then plain ones from the end, each after its place, the place of the
    // first plain one, how much the GPU computes, and last what there is to gain. The first plain
    // one, on what explains the idle time, stays. The tip has all of it.
    Flow {
        id: sentence

        property var omitted: []  // clauses that are not shown
        property real shownHeight: 0
        property Item cutAfter: null  // the last part before what is left out; null: nothing is
        property Item resumed: null   // the first part after it; null: there is none

        function shows(clause) {
            return !omitted.includes(clause)
        }
        // What a link is called aloud: without punctuation, and of a number with what it is of.
        function spokenName(at) {
            const plain = text => text.replace(/[\s.,;:]+$/, "")
            const own = plain(words.itemAt(at)?.text ?? "")
            const before = plain(at > 0 ? words.itemAt(at - 1)?.text ?? "" : "")
            return /[a-z]/i.test(own) ? own : [before.split(/\s/).pop(), own].join(" ").trim()
        }
        // Without the clauses of `out`.
        function linesOf(parts, out) {
            let lines = 1
            let x = out.length > 0 ? dots.implicitWidth : 0
            for (const part of parts.filter(one => !out.includes(one.clause))) {
                if (x > 0 && x + part.ownWidth > width) {
                    ++lines
                    x = 0
                }
                x += part.ownWidth
            }
            return lines
        }
        // The clauses as they are left out, one after the other.
        function inOrder(parts) {
            const of = weight => [...new Set(parts.filter(part => part.weight === weight)
                                                  .map(part => part.clause))]
            const [opening, plain, place, busy, gain] = [0, 1, 2, 3, 4].map(of)
            // Without a gain the last sentence says what one comes for.
            const last = gain.length > 0 ? gain : plain.slice(1).slice(-1)
            const order = plain.length > 0 ? opening.reverse() : []
            for (const clause of plain.slice(1).reverse().filter(one => !last.includes(one)))
                order.push(...place.filter(one => one === clause + 1),
                           ...busy.filter(one => one === clause - 1), clause)
            return [...order, ...[...place, ...busy].filter(one => !order.includes(one)), ...last]
        }
        function fit() {
            const parts = Array.from({length: words.count}, (_, at) => words.itemAt(at))
            const order = inOrder(parts)
            let count = 0
            while (count < order.length && linesOf(parts, order.slice(0, count)) > 2)
                ++count
            // What came before the last one may have room again.
            let out = order.slice(0, count)
            for (let at = count - 2; at >= 0; --at) {
                const less = out.filter(one => one !== order[at])
                if (linesOf(parts, less) <= 2)
                    out = less
            }
            if (out.join() !== omitted.join())
                omitted = out
            const shown = parts.filter(part => shows(part.clause))
            shownHeight = Math.max(0, ...shown.map(part => part.y + part.height))
            const cut = Math.min(...out)
            const before = shown.filter(part => part.clause < cut)
            cutAfter = count > 0 ? before[before.length - 1] ?? null : null
            resumed = count > 0 ? shown[before.length] ?? null : null
        }

        objectName: "verdict"
        opacity: predicted.visible ? 0 : 1
        enabled: !predicted.visible
        x: bar.isInHeader ? bar.topRow.freeX + bar.topRow.usedSpare : 12
        y: bar.isInHeader ? Math.round((bar.topRow.height - shownHeight) / 2) - bar.topRow.height
                          : Math.round(2 * Theme.scale)
        width: bar.isInHeader ? bar.topRow.freeWidth - bar.topRow.usedSpare : bar.width - 24
        onPositioningComplete: fit()

        HoverHandler {
            id: overSentence
        }
        Repeater {
            id: words

            model: bar.context.verdict

            Part {
                id: part

                required property int index
                required property bool spaceAfter
                required property int finding
                required property string name
                required property int clause
                required property int weight
                required property string kind
                required property bool endsWithoutNext
                required text
                readonly property color fill: Theme.color[Theme.colorKey(kind)]
                                              ?? Theme.color.accent
                // Names of C++ templates are longer than any sentence.
                readonly property real maxWidth: sentence.width * (name === "" ? 1 : 0.6)
                readonly property real ownWidth: Math.min(implicitWidth - leftPadding, maxWidth)

                visible: sentence.shows(clause)
                leads: finding >= 0 || name !== ""
                Accessible.name: sentence.spokenName(index)
                width: Math.min(implicitWidth, maxWidth)
                leftPadding: part === sentence.resumed ? dots.implicitWidth : 0
                rightPadding: spaceAfter ? Math.round(4 * Theme.scale) : 0
                onClicked: {
                    if (finding >= 0)
                        bar.findingChosen(finding)
                    else
                        bar.context.search.text = name
                }
                contentItem: PlainLabel {
                    Accessible.ignored: true
                    // The dots of what is left out say it where they come next.
                    text: part.text + (part.endsWithoutNext && !sentence.shows(part.clause + 1)
                                       && Math.min(...sentence.omitted) < part.clause ? "." : "")
                    color: part.kind === "" ? (part.leads ? Theme.color.accent : Theme.color.text)
                           : Theme.dark ? part.fill : Qt.darker(part.fill, 1.4)
                    font.pixelSize: bar.sentenceSize
                    font.weight: Font.DemiBold
                    font.underline: part.leads && (part.hovered || part.visualFocus)
                    wrapMode: part.name === "" ? Text.Wrap : Text.NoWrap
                    elide: part.name === "" ? Text.ElideNone : Text.ElideMiddle
                }
            }
        }
    }
    PlainLabel {
        id: dots

        readonly property Item part: sentence.resumed ?? sentence.cutAfter

        objectName: "verdictDots"
        x: part ? sentence.x + part.x + (part === sentence.resumed ? 0 : part.width) : 0
        y: part ? sentence.y + part.y : 0
        visible: part !== null && !predicted.visible
        text: "… "
        color: Theme.color.secondaryText
        font.pixelSize: bar.sentenceSize
    }
    Tip {
        x: sentence.x
        y: sentence.y + sentence.shownHeight + 4
        visible: overSentence.hovered && dots.visible
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
        title: bar.context.gpuTime.ofGpu
        titleWidth: title === "" ? 0 : Math.round(56 * Theme.scale)
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
