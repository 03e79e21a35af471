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

    FontMetrics {
        id: metrics

        font.family: line.font.family
        font.pixelSize: bar.sentenceSize
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

    // What does not fit into two lines is shortened, where a clause has shorter words, and then left
    // out by whole clauses, both by their weight: the opening ones from the last on, then plain ones
    // from the end, each after its place, the place of the first plain one, the first opening one,
    // how much the GPU computes, and last what there is to gain. The first plain one, on what
    // explains the idle time, is shortened last and stays. Dots in place of the punctuation say
    // where clauses are left out, and at the end that one is shortened. The tip has all of it.
    Flow {
        id: sentence

        property var levels: ({})  // of clauses that are shortened (1) or left out (2)
        property var cuts: []      // parts with dots after them
        property int resumed: -1   // the first part, with dots before it; -1: none
        property real shownHeight: 0
        readonly property bool isCut: cuts.length > 0 || resumed >= 0
        readonly property real dotsWidth: widthOf(" … ", bar.sentenceSize)

        // `size` is that of `metrics`, so that a binding asks again after a change.
        function widthOf(text, size) {
            return size > 0 ? metrics.advanceWidth(text) : 0
        }
        // Whether a part with this form (VerdictRow::Form) is shown.
        function shows(clause, form, levels) {
            const level = levels[clause] ?? 0
            return level < 2 && (form === 0 || (form === 2) === (level === 1))
        }
        // What a link is called aloud: without punctuation, and of a number with what it is of.
        function spokenName(at) {
            const plain = text => text.replace(/[\s.,;:]+$/, "")
            const own = plain(words.itemAt(at)?.text ?? "")
            const before = plain(at > 0 ? words.itemAt(at - 1)?.text ?? "" : "")
            return /[a-z]/i.test(own) ? own : [before.split(/\s/).pop(), own].join(" ").trim()
        }
        // Of the shown parts, which have dots after them, and which before.
        function cutsOf(parts, shown, levels) {
            const isOut = clause => levels[clause] === 2
            const lastClause = parts[parts.length - 1]?.clause ?? 0
            const cuts = []
            for (let at = 0; at < shown.length; ++at) {
                const isEnd = at + 1 === shown.length || shown[at + 1].clause > shown[at].clause
                if (isEnd && shown[at].clause < lastClause && isOut(shown[at].clause + 1))
                    cuts.push(shown[at].index)
            }
            const resumed = shown.length > 0 && shown[0].clause > 0 ? shown[0].index : -1
            if (cuts.length === 0 && resumed < 0 && Object.keys(levels).length > 0)
                cuts.push(shown[shown.length - 1].index)
            return {cuts: cuts, resumed: resumed}
        }
        function linesOf(parts, levels) {
            const shown = parts.filter(one => shows(one.clause, one.form, levels))
            const dots = cutsOf(parts, shown, levels)
            let lines = 1
            let x = 0
            for (const part of shown) {
                const own = part.ownWidth + (dots.cuts.includes(part.index) ? dotsWidth : 0)
                            + (dots.resumed === part.index ? dotsWidth : 0)
                if (x > 0 && x + own > width) {
                    ++lines
                    x = 0
                }
                x += own
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
            const order = plain.length > 0 ? opening.slice(1).reverse() : []
            const first = plain.length > 0 ? opening.slice(0, 1) : []
            for (const clause of plain.slice(1).reverse().filter(one => !last.includes(one)))
                order.push(...place.filter(one => one === clause + 1),
                           ...busy.filter(one => one === clause - 1), clause)
            return [...order, ...[...place, ...first, ...busy].filter(one => !order.includes(one)),
                    ...last]
        }
        function levelsAfter(steps) {
            const levels = {}
            for (const step of steps)
                levels[step.clause] = Math.max(levels[step.clause] ?? 0, step.level)
            return levels
        }
        function fit() {
            const parts = Array.from({length: words.count}, (_, at) => words.itemAt(at))
            const order = inOrder(parts)
            const cause = parts.find(part => part.weight === 1)?.clause ?? -1
            const briefs = [...order.filter(one => one !== cause), cause].filter(
                one => parts.some(part => part.clause === one && part.form === 2))
            const steps = [...briefs.map(one => ({clause: one, level: 1})),
                           ...order.map(one => ({clause: one, level: 2}))]
            let count = 0
            while (count < steps.length && linesOf(parts, levelsAfter(steps.slice(0, count))) > 2)
                ++count
            // What came before the last one may have room again.
            let taken = steps.slice(0, count)
            for (let at = count - 2; at >= 0; --at) {
                const less = taken.filter(one => one !== steps[at])
                if (linesOf(parts, levelsAfter(less)) <= 2)
                    taken = less
            }
            const next = levelsAfter(taken)
            if (JSON.stringify(next) !== JSON.stringify(levels))
                levels = next
            const shown = parts.filter(part => shows(part.clause, part.form, levels))
            shownHeight = Math.max(0, ...shown.map(part => part.y + part.height))
            const dots = cutsOf(parts, shown, levels)
            resumed = dots.resumed
            if (dots.cuts.join() !== cuts.join())
                cuts = dots.cuts
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
                required property int form
                required property string end
                required text
                readonly property color fill: Theme.color[Theme.colorKey(kind)]
                                              ?? Theme.color.accent
                // Names of C++ templates are longer than any sentence.
                readonly property real maxWidth: sentence.width * (name === "" ? 1 : 0.6)
                // Without dots, whether or not it has some.
                readonly property real ownWidth: Math.min(
                    Math.ceil(sentence.widthOf(text + end, bar.sentenceSize)) + rightPadding,
                    maxWidth)

                visible: sentence.shows(clause, form, sentence.levels)
                leads: finding >= 0 || name !== ""
                Accessible.name: sentence.spokenName(index)
                width: Math.min(implicitWidth, maxWidth)
                rightPadding: spaceAfter ? Math.round(4 * Theme.scale) : 0
                onClicked: {
                    if (finding >= 0)
                        bar.findingChosen(finding)
                    else
                        bar.context.search.text = name
                }
                contentItem: PlainLabel {
                    Accessible.ignored: true
                    text: (sentence.resumed === part.index ? "… " : "") + part.text
                          + (sentence.cuts.includes(part.index) ? " …" : part.end)
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
    Tip {
        x: sentence.x
        y: sentence.y + sentence.shownHeight + 4
        visible: overSentence.hovered && sentence.isCut
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
