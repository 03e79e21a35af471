// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Dialogs
import Gaplight

ApplicationWindow {
    id: root

    required property WindowModel app
    readonly property SessionObject session: app.session
    readonly property MemoryObject memory: app.memory
    // A snapshot alone; nothing of it shows while a trace is shown, loaded or failed.
    readonly property bool showsMemory: memory.alone && session.state === SessionObject.Empty
    // The same of a kernel report alone, which is shown instead of a snapshot.
    readonly property KernelReportObject kernels: app.kernels
    readonly property bool showsKernels: kernels.alone && session.state === SessionObject.Empty
    readonly property bool covered: app.state.helpOpen || app.state.settingsOpen
                                    || app.state.exportOpen || app.state.recordOpen
                                    || app.ruleHelp.rule !== ""
                                    || app.state.paletteOpen || app.state.goToOpen
                                    || app.files.open

    visible: true
    minimumWidth: 640
    minimumHeight: 400
    readonly property string shownName: session.path !== "" ? session.fileName
                                       : kernels.alone ? kernels.fileName : memory.fileName
    title: shownName === "" ? "Gaplight" : shownName + " – Gaplight"
    color: Theme.color.background
    font.pixelSize: Theme.textSize

    // The page that receives the keys: the topmost of those that are open.
    readonly property Item topmost: [filePage, palette, goToBar, help, rulePage, recordPage, settingsPage,
                                     exportPage, errorPage, loadingPage, kernelPage, memoryPage,
                                     startPage]
                                    .find(page => page.visible) ?? trace

    // Later: the page may not be enabled yet.
    onTopmostChanged: Qt.callLater(topmost.forceActiveFocus)

    TracePage {
        id: trace

        anchors.fill: parent
        app: root.app
        enabled: !root.covered
        visible: root.session.state === SessionObject.Ready
    }
    StartPage {
        id: startPage

        anchors.fill: parent
        app: root.app
        enabled: !root.covered
        visible: root.session.state === SessionObject.Empty && !root.memory.alone
                 && !root.kernels.alone
    }
    MemoryPage {
        id: memoryPage

        anchors.fill: parent
        app: root.app
        enabled: !root.covered
        visible: root.showsMemory && root.memory.state === MemoryObject.Ready
    }
    KernelReportPage {
        id: kernelPage

        anchors.fill: parent
        app: root.app
        enabled: !root.covered
        visible: root.showsKernels && root.kernels.state === KernelReportObject.Ready
    }
    LoadingPage {
        id: loadingPage

        anchors.fill: parent
        app: root.app
        enabled: !root.covered
        visible: root.session.state === SessionObject.Loading
                 || (root.showsMemory && root.memory.state === MemoryObject.Loading)
                 || (root.showsKernels && root.kernels.state === KernelReportObject.Loading)
    }
    ErrorPage {
        id: errorPage

        anchors.fill: parent
        app: root.app
        enabled: !root.covered
        visible: root.session.state === SessionObject.Failed
                 || (root.showsMemory && root.memory.state === MemoryObject.Failed)
                 || (root.showsKernels && root.kernels.state === KernelReportObject.Failed)
    }
    ExportPage {
        id: exportPage

        anchors.fill: parent
        app: root.app
        first: trace.first
        visible: root.app.state.exportOpen
    }
    SettingsPage {
        id: settingsPage

        anchors.fill: parent
        app: root.app
        visible: root.app.state.settingsOpen
    }
    RecordPage {
        id: recordPage

        anchors.fill: parent
        app: root.app
        visible: root.app.state.recordOpen
    }
    RulePage {
        id: rulePage

        anchors.fill: parent
        app: root.app
        visible: root.app.ruleHelp.rule !== ""
    }
    HelpOverlay {
        id: help

        anchors.fill: parent
        app: root.app
        visible: root.app.state.helpOpen
    }
    GoToBar {
        id: goToBar

        anchors.fill: parent
        app: root.app
        visible: root.app.state.goToOpen
    }
    CommandPalette {
        id: palette

        anchors.fill: parent
        app: root.app
        visible: root.app.state.paletteOpen
    }
    FilePage {
        id: filePage

        anchors.fill: parent
        app: root.app
        visible: root.app.files.open
    }
    DropArea {
        id: drop

        anchors.fill: parent
        keys: ["text/uri-list"]
        // Beside a trace, the lower half of the window compares.
        readonly property bool canCompare: root.session.state === SessionObject.Ready
        readonly property bool compares: canCompare && drag.y > height / 2

        onDropped: event => {
            event.accept(Qt.CopyAction)  // else its source thinks that nothing took it
            root.app.memory.openDropped(event.urls)
                || root.app.kernels.openDropped(event.urls)
                || root.app.provenance.openDropped(event.urls)
                || root.app.openDropped(event.urls, compares)
        }

        // Both halves are named; the one under the pointer has a frame.
        component Half: Rectangle {
            id: half

            property string name
            property bool current

            x: 6
            width: drop.width - 12
            height: (drop.canCompare ? drop.height / 2 - 3 : drop.height) - 12
            visible: drop.containsDrag
            color: Theme.color.panelBackground
            opacity: current ? 0.92 : 0.7
            radius: 6
            border.width: current ? 2 : 1
            border.color: current ? Theme.color.accent : Theme.color.grid

            PlainLabel {
                anchors.centerIn: parent
                text: half.name
                color: half.current ? Theme.color.text : Theme.color.secondaryText
                font.pixelSize: Theme.titleSize
            }
        }

        Half {
            objectName: "dropToOpen"
            y: 6
            name: "Open"
            current: !drop.compares
        }
        Half {
            objectName: "dropToCompare"
            y: drop.height / 2 + 3
            visible: drop.containsDrag && drop.canCompare
            name: "Compare with the open trace"
            current: drop.compares
        }
    }
    // The desktop's dialog; where there is none, FilePage is shown instead.
    FileDialog {
        id: dialog

        title: root.app.files.title
        fileMode: root.app.files.saves ? FileDialog.SaveFile : FileDialog.OpenFile
        currentFolder: root.app.files.folderUrl
        defaultSuffix: root.app.files.suffix
        nameFilters: root.app.files.nameFilters
        onVisibleChanged: root.app.files.desktopOpen = visible
        onAccepted: root.app.files.acceptUrl(selectedFile)
    }
    Connections {
        target: root.app.files

        function onDesktopRequested() { dialog.open() }
    }
}
