// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Dialogs
import Gaplight

ApplicationWindow {
    id: root

    required property WindowModel app
    readonly property SessionObject session: app.first.session
    readonly property MemoryObject memory: app.memory.file
    readonly property KernelReportObject kernels: app.kernels.file
    // What has the window: the trace, else a report or snapshot alone, that which is loading or has
    // failed before that which is shown.
    readonly property LoadingObject file:
        session.state !== SessionObject.Empty ? session
        : [kernels, memory].find(one => one.alone && one.state !== LoadingObject.Ready)
          ?? [kernels, memory].find(one => one.alone) ?? session
    readonly property bool covered: app.state.helpOpen || app.state.settingsOpen
                                    || app.state.exportOpen || app.state.recordOpen
                                    || app.findings.help.rule !== ""
                                    || app.state.paletteOpen || app.state.goToOpen
                                    || app.files.open

    visible: true
    minimumWidth: 640
    minimumHeight: 400
    title: file.fileName === "" ? "Gaplight" : file.fileName + " – Gaplight"
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
        visible: root.file.state === LoadingObject.Empty
    }
    MemoryPage {
        id: memoryPage

        anchors.fill: parent
        app: root.app
        enabled: !root.covered
        visible: root.file === root.memory && root.file.state === LoadingObject.Ready
    }
    KernelReportPage {
        id: kernelPage

        anchors.fill: parent
        app: root.app
        enabled: !root.covered
        visible: root.file === root.kernels && root.file.state === LoadingObject.Ready
    }
    LoadingPage {
        id: loadingPage

        anchors.fill: parent
        app: root.app
        load: root.file
        enabled: !root.covered
        visible: root.file.state === LoadingObject.Loading
    }
    ErrorPage {
        id: errorPage

        anchors.fill: parent
        app: root.app
        load: root.file
        enabled: !root.covered
        visible: root.file.state === LoadingObject.Failed
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
        visible: root.app.findings.help.rule !== ""
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
            root.app.openDropped(event.urls, compares)
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
        fileMode: root.app.files.saves ? FileDialog.SaveFile
                  : root.app.files.takesSeveral ? FileDialog.OpenFiles : FileDialog.OpenFile
        currentFolder: root.app.files.folderUrl
        defaultSuffix: root.app.files.suffix
        nameFilters: root.app.files.nameFilters
        onVisibleChanged: root.app.files.desktopOpen = visible
        onAccepted: root.app.files.acceptUrls(selectedFiles)
    }
    FolderDialog {
        id: folders

        title: "Open the ranks of a run: a folder of their traces"
        currentFolder: root.app.files.folderUrl
        onVisibleChanged: root.app.files.desktopOpen = visible
        onAccepted: root.app.files.acceptUrls([selectedFolder])
    }
    Connections {
        target: root.app.files

        function onDesktopRequested() { dialog.open() }
        function onDesktopFolderRequested() { folders.open() }
    }
}
