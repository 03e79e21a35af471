// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Dialogs
import Gaplight

ApplicationWindow {
    id: root

    required property WindowModel app
    readonly property ThemeObject theme: app.theme
    readonly property SessionObject session: app.session
    readonly property bool covered: app.state.helpOpen || app.state.settingsOpen
                                    || app.state.exportOpen || app.ruleHelp.rule !== ""
                                    || app.state.paletteOpen || app.state.goToOpen

    visible: true
    minimumWidth: 640
    minimumHeight: 400
    title: session.path === "" ? "Gaplight" : session.fileName + " – Gaplight"
    color: theme.color.background

    // Back to where one was, below the page that has gone.
    onCoveredChanged: {
        if (!covered)
            trace.forceActiveFocus()
    }

    TracePage {
        id: trace

        anchors.fill: parent
        app: root.app
        enabled: !root.covered
        visible: root.session.state === SessionObject.Ready
    }
    StartPage {
        anchors.fill: parent
        app: root.app
        enabled: !root.covered
        visible: root.session.state === SessionObject.Empty
    }
    LoadingPage {
        anchors.fill: parent
        app: root.app
        visible: root.session.state === SessionObject.Loading
    }
    ErrorPage {
        anchors.fill: parent
        app: root.app
        visible: root.session.state === SessionObject.Failed
    }
    ExportPage {
        anchors.fill: parent
        app: root.app
        visible: root.app.state.exportOpen
    }
    SettingsPage {
        anchors.fill: parent
        app: root.app
        visible: root.app.state.settingsOpen
    }
    RulePage {
        anchors.fill: parent
        app: root.app
        visible: root.app.ruleHelp.rule !== ""
    }
    HelpOverlay {
        anchors.fill: parent
        app: root.app
        visible: root.app.state.helpOpen
    }
    GoToBar {
        anchors.fill: parent
        app: root.app
        visible: root.app.state.goToOpen
    }
    CommandPalette {
        anchors.fill: parent
        app: root.app
        visible: root.app.state.paletteOpen
    }
    DropArea {
        id: drop

        anchors.fill: parent
        keys: ["text/uri-list"]
        onDropped: event => root.session.openUrl(event.urls[0])

        Rectangle {
            anchors.fill: parent
            anchors.margins: 6
            visible: drop.containsDrag
            color: "transparent"
            radius: 6
            border.width: 2
            border.color: root.theme.color.accent
        }
    }
    FileDialog {
        id: dialog

        title: "Open a trace"
        nameFilters: ["Traces (*.json *.json.gz *.json.zst *.gz *.zst *.trace *.pt.trace.json)",
                      "All files (*)"]
        onAccepted: root.session.openUrl(selectedFile)
    }
    Connections {
        target: root.app.state

        function onOpenRequested() { dialog.open() }
    }
}
