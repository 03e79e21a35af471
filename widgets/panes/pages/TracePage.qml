// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// A loaded trace: header, overview, timeline, drawer and status bar.
FocusScope {
    id: page

    required property WindowModel app
    readonly property TimelineItem first: timeline
    readonly property bool compares: app.comparison.active
    readonly property bool beside: compares && app.state.runs.beside
    readonly property bool hasRanks: app.ranks.active && !compares

    // Set where it changes: a binding would follow every frame.
    property real tracksTop: 0
    property real tracksBottom: 0
    // The lowest that it was for this trace: the drawer gives room to tracks that are expanded, but
    // does not follow a filter.
    property real tracksNeed: 0

    // Half of what the strip and overview of a second run leave, and as much of it as whole rows
    // fill.
    readonly property real half: Math.max(0, Math.round((offers.y - timeline.y - 86) / 2))
    property real halfRows: 0

    onHalfChanged: Qt.callLater(page.fitRows)

    // Later than the change: the height of the timeline depends on them.
    function fitRows() { halfRows = timeline.tracks.wholeRows(half) }
    function measureTracks() { tracksNeed = timeline.tracks.bottom }
    function growTracks() { tracksNeed = Math.max(tracksNeed, timeline.tracks.bottom) }

    Connections {
        target: timeline.tracks

        function onChanged() {
            page.tracksTop = timeline.tracks.top
            page.tracksBottom = timeline.tracks.bottom
            if (page.tracksBottom > page.tracksNeed)
                Qt.callLater(page.growTracks)
            if (page.compares)
                Qt.callLater(page.fitRows)
        }
    }
    Connections {
        target: page.app.first.session

        function onTraceChanged() { Qt.callLater(page.measureTracks) }
    }

    function zoomToFinding(view, finding) {
        view.showFinding(finding, -1)
        view.zoomToSelection()
    }

    Header {
        id: header

        app: page.app
        timeline: timeline
        hasSentence: verdict.visible && verdict.isInHeader
        sentenceWidth: verdict.oneLine
        width: parent.width
        height: Math.round(40 * Theme.scale)
    }
    VerdictBar {
        id: verdict

        topRow: header
        y: header.height
        width: parent.width
        height: page.compares ? compareVerdict.implicitHeight
                              : (page.hasRanks ? ranks.height : implicitHeight)
        visible: !page.compares && !page.hasRanks
        context: page.app.first
        timeline: timeline
        onFindingChosen: finding => page.zoomToFinding(timeline, finding)
    }
    CompareVerdict {
        id: compareVerdict

        y: header.height
        width: parent.width
        height: implicitHeight
        visible: page.compares
        app: page.app
        onFindingChosen: (inFirst, finding) => {
            page.zoomToFinding(inFirst ? timeline : pane.item.second, finding)
        }
    }
    RanksPane {
        id: ranks

        y: header.height
        width: parent.width
        height: Math.min(implicitHeight, Math.round(page.height * 0.36))
        visible: page.hasRanks
        app: page.app
        timeline: timeline
    }
    OverviewItem {
        id: overview

        timeline: timeline
        y: verdict.y + verdict.height
        width: timeline.width
        // The lanes of several ranks are one already.
        height: page.hasRanks ? 0 : Math.round(32 * Theme.scale)
    }
    OverviewTip {
        overview: overview
    }
    TimelineItem {
        id: timeline

        objectName: "timeline"
        focus: true
        session: page.app.first.session
        search: page.app.first.search
        notes: page.app.first.notes
        // At the left of a second run below a strip, or above it.
        y: overview.y + overview.height + (page.beside ? 24 : 0)
        width: page.beside ? Math.round(parent.width / 2) : parent.width
        height: page.compares && !page.beside ? Math.min(page.half, page.halfRows)
                                              : Math.max(0, offers.y - y)
        reducedMotion: page.app.motion.reduced
        onFindingPicked: page.app.state.drawerTab = WindowState.FindingsTab
        whatIf: page.app.whatIf
        onSlicePicked: page.app.state.showSlice()
        onCounterPicked: (title, time) => {
            if (page.app.memory.selection.openAt(title, time))
                page.app.state.showTab(WindowState.MemoryTab)
        }
        onRangePicked: page.app.state.drawerTab = WindowState.RangeTab
        onSelectionChanged: {
            page.app.first.range.range = selectedRange
            page.app.first.gap.range = selectedRange
        }
        onSelectedSliceChanged: {
            page.app.first.details.slice = selectedSlice
            page.app.whatIf.slice = selectedSlice
        }
        onViewportChanged: page.app.first.details.timeFormat = timeFormat
        onActiveFocusChanged: {
            if (activeFocus)
                page.app.state.timeline = timeline
        }
        onTrackMenuRequested: at => trackMenu.popup(timeline, at.x, at.y)
        onRulerMenuRequested: at => rulerMenu.popup(timeline, at.x, at.y)
        onSliceMenuRequested: at => sliceMenu.popup(timeline, at.x, at.y)
        onSourceRequested: source => page.app.sources.open(source)
        onNameSearchRequested: name => page.app.state.searchName(name)
        Component.onCompleted: {
            page.app.state.timeline = timeline
            page.app.history.watch(timeline)
        }
        Accessible.role: Accessible.Graphic
        Accessible.name: "Timeline of " + page.app.first.session.fileName
        Accessible.description: selectionText
        Accessible.focusable: true
    }
    Rectangle {
        anchors.fill: timeline
        visible: timeline.visualFocus
        color: "transparent"
        border.width: 2
        border.color: Theme.color.accent
    }
    Loader {
        id: pane

        active: page.compares
        y: page.beside ? overview.y : timeline.y + timeline.height
        width: parent.width
        height: Math.max(0, offers.y - y)
        sourceComponent: ComparePane {
            app: page.app
            first: timeline
        }
    }
    TracksScrollBar {
        objectName: "tracksScrollBar"
        timeline: timeline
    }
    TrackFilter {
        id: trackFilter

        timeline: timeline
        y: timeline.y
        width: timeline.tracks.left
        height: Math.round(24 * Theme.scale)
    }
    TrackMenuPopup {
        id: trackMenu

        timeline: timeline
        onFilterRequested: trackFilter.open()
    }
    RulerMenuPopup {
        id: rulerMenu

        timeline: timeline
    }
    SliceMenuPopup {
        id: sliceMenu

        app: page.app
        timeline: timeline
        context: page.app.first
    }
    Connections {
        target: page.app.state

        function onTrackFilterRequested() {
            if (page.app.state.timeline === timeline)
                trackFilter.open()
        }
    }
    HoverTip {
        objectName: "timelineTip"
        view: timeline
    }
    FlowChoice {
        timeline: timeline
    }
    EfficiencyTint {
        timeline: timeline
        kernels: page.app.efficiency
    }
    EfficiencyLegendItem {
        id: efficiencyLegend

        objectName: "efficiencyLegend"
        x: timeline.width - width - 12
        y: timeline.y + timeline.height - height - 8
        width: implicitWidth
        height: implicitHeight
        visible: page.app.efficiency.tinted && page.app.efficiency.notice === ""
        Accessible.role: Accessible.Graphic
        Accessible.name: "Colors of kernels: by their efficiency"
    }
    Rectangle {
        objectName: "pathLegend"
        x: timeline.width - width - 12
        y: timeline.y + timeline.height - height - 8
           - (efficiencyLegend.visible ? efficiencyLegend.height + 6 : 0)
        width: pathKinds.width + 16
        height: pathKinds.height + 8
        visible: page.app.whatIf.pathShown && page.app.whatIf.path.length > 0
                 && notice.text === ""
        color: Theme.color.panelBackground
        radius: 4
        Accessible.role: Accessible.StaticText
        Accessible.name: "Critical path: "
                         + page.app.whatIf.path.map(part => part.label + " " + part.percent)
                               .join(", ")

        Row {
            id: pathKinds

            x: 8
            y: 4
            spacing: 14

            PlainLabel {
                text: "Critical path"
                color: Theme.color.secondaryText
                font.pixelSize: Theme.smallSize
            }
            Repeater {
                model: page.app.whatIf.path.slice(0, timeline.width > 900 ? 7 : 3)

                Row {
                    id: kind

                    required property var modelData

                    spacing: 5

                    PatternItem {
                        y: (parent.height - height) / 2
                        kind: kind.modelData.kind
                        width: 16
                        height: 8
                    }
                    PlainLabel {
                        text: kind.modelData.label + " " + kind.modelData.percent
                        color: Theme.color.text
                        font.pixelSize: Theme.smallSize
                    }
                }
            }
        }
    }
    // Below the tracks; where they leave no room, on the status bar.
    Rectangle {
        id: noticePlate

        // Room for three lines: the notice's own height depends on where it is.
        readonly property bool fits: timeline.height - page.tracksBottom
                                     > 3 * Theme.smallSize * 1.4 + 18

        objectName: "noticePlate"
        z: 1
        x: fits ? timeline.width - width - 12 : 0
        y: fits ? timeline.y + timeline.height - height - 8 : status.y + 1
        width: fits ? notice.width + 16 : page.width  // not half of what is said there
        height: fits ? notice.height + 10 : status.height - 1
        visible: notice.text !== ""
        color: fits ? Theme.color.panelBackground : Theme.color.headerBackground
        radius: fits ? 4 : 0
        Accessible.role: Accessible.Notification  // read out when it appears
        Accessible.name: notice.text

        PlainLabel {
            id: notice

            objectName: "keyNotice"
            Accessible.ignored: true
            x: noticePlate.fits ? 8 : 12
            anchors.verticalCenter: parent.verticalCenter
            width: Math.min(implicitWidth, noticePlate.fits ? 420 : page.width - 24)
            text: page.app.state.notice !== "" ? page.app.state.notice
                  : page.app.efficiency.tinted ? page.app.efficiency.notice : ""
            color: noticePlate.fits ? Theme.color.secondaryText : Theme.color.text
            font.pixelSize: Theme.smallSize
            wrapMode: Text.Wrap
            maximumLineCount: noticePlate.fits ? 9 : 1
            elide: Text.ElideRight
        }
    }
    Timer {
        interval: 6000
        running: page.app.state.notice !== ""
        onTriggered: page.app.state.notice = ""
    }
    // Lines of their own, which cover nothing: the drawer gives them room.
    Column {
        id: offers

        y: status.y - drawer.taken
        width: parent.width

        // Why a line of source was not opened in the editor.
        Offer {
            objectName: "sourceNotice"
            roomWidth: page.width
            text: page.app.sources.notice
            action: "Settings"
            edge: Theme.color.warningText
            onAccepted: {
                page.app.sources.dismissNotice()
                page.app.state.settingsOpen = true
            }
            onDismissed: page.app.sources.dismissNotice()
        }
        Offer {
            objectName: "besideOffer"
            roomWidth: page.width
            text: page.app.files.besideOffer
            action: "Open them all"
            edge: Theme.color.accent
            onAccepted: page.app.files.openBeside()
            onDismissed: page.app.files.dismissBeside()
        }
    }
    DetailsDrawer {
        id: drawer

        objectName: "drawer"
        app: page.app
        timeline: timeline
        // What the tracks leave of a high window, at most half of it.
        readonly property int spare: page.compares || page.tracksNeed === 0
                                     || page.height < 800 * Theme.scale
                                     ? 0 : room - page.tracksNeed - Math.round(40 * Theme.scale)
        readonly property int usual: Math.max(Math.min(260, page.height * 0.34),
                                              Math.min(page.height * 0.22, 280 * Theme.scale),
                                              Math.min(spare, page.height / 2))
        readonly property int chosen: page.app.state.drawerHeight || usual
        readonly property int room: parent.height - overview.y - overview.height - status.height
        // Of a timeline: ruler and strips; with them three tracks, in a low window and of two
        // timelines fewer.
        readonly property int heads: Math.min(page.tracksTop, room * 0.4)
        readonly property int tracks: page.compares && !page.beside ? 64 : 120
        readonly property int least: Math.min(room / 2, heads + Math.round(tracks * Theme.scale))
        readonly property int kept: page.compares && !page.beside ? 2 * least + 86 : least
        readonly property int most: page.app.state.drawerMaximized ? room - heads : room - kept
        readonly property int wanted: !page.app.state.drawerOpen ? tabsHeight
                                      : page.app.state.drawerMaximized ? most : chosen
        width: parent.width
        // With the offers above it. The tracks end there: they do not move when an offer comes.
        readonly property int taken: Math.max(tabsHeight + offers.height, Math.min(wanted, most))
        height: taken - offers.height
        y: status.y - height
    }
    StatusBar {
        id: status

        app: page.app
        timeline: drawer.shown
        width: parent.width
        height: Math.round(22 * Theme.scale)
        y: parent.height - height
    }

    // A line of text above the drawer with what to do about it.
    component Offer: Rectangle {
        id: offer

        property string text: ""
        property string action: ""
        property int roomWidth: 800
        property color edge: Theme.color.grid
        signal accepted
        signal dismissed

        visible: text !== ""
        width: roomWidth
        height: content.height + 8
        color: Theme.color.headerBackground
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text

        Rectangle {
            width: 3
            height: parent.height
            color: offer.edge
        }
        Row {
            id: content

            x: 12
            y: 4
            spacing: 8

            PlainLabel {
                width: Math.min(implicitWidth, offer.roomWidth - buttons.width - 60)
                anchors.verticalCenter: parent.verticalCenter
                text: offer.text
                color: Theme.color.text
                wrapMode: Text.Wrap
            }
            Row {
                id: buttons

                anchors.verticalCenter: parent.verticalCenter

                LinkButton {
                    objectName: offer.objectName + "Action"
                    text: offer.action
                    onClicked: offer.accepted()
                }
                LinkButton {
                    objectName: offer.objectName + "Close"
                    text: "Close"
                    onClicked: offer.dismissed()
                }
            }
        }
    }
}
