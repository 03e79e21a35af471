// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// Appearance and thresholds of all rules. Changes apply at once.
Sheet {
    id: page

    required property WindowModel app
    readonly property SettingListModel settings: app.findings.settings
    readonly property TimelineItem timeline: app.state.timeline
    readonly property TrackMenu tracks: timeline ? timeline.trackMenu : null
    readonly property bool compact: tracks !== null && tracks.compact

    title: "Settings"
    subtitle: settings.path === ""
              ? "Changes of thresholds are not kept; theme and sizes are." : "Kept in " + settings.path
    onClosed: app.state.settingsOpen = false
    onVisibleChanged: {
        if (visible)
            settings.reload()
    }
    buttons: FlatButton {
        text: "Reset all thresholds"
        enabled: page.settings.changedCount > 0
        onClicked: page.settings.resetAll()
    }

    ExportField {
        id: search

        objectName: "settingFilter"
        width: Math.round(320 * Theme.scale)
        label: "Search the thresholds"
        text: page.settings.filter
        placeholder: "rule, key or description"
        onEdited: text => page.settings.filter = text
    }
    ListView {
        id: list

        objectName: "settings"
        highlightFollowsCurrentItem: false
        currentIndex: -1  // a current row would take the focus
        anchors.fill: parent
        anchors.topMargin: search.height + 10
        clip: true
        model: page.visible ? page.settings : null
        boundsBehavior: Flickable.StopAtBounds
        keyNavigationEnabled: false
        cacheBuffer: 0  // no asynchronous rows, which a reset cannot cancel
        displayMarginBeginning: 4000  // so that Tab reaches rows outside of the view
        displayMarginEnd: 4000
        ScrollBar.vertical: PaneScrollBar {}
        section.property: "ruleName"

        header: Column {
            width: list.width - 18
            spacing: 8
            bottomPadding: 4

            PlainLabel {
                width: parent.width
                visible: text !== ""
                text: page.settings.fileError
                color: Theme.color.unhealthy
                wrapMode: Text.Wrap
            }
            Row {
                spacing: 8

                PlainLabel {
                    width: Math.round(120 * Theme.scale)
                    height: Math.round(28 * Theme.scale)
                    text: "Theme"
                    color: Theme.color.text
                    verticalAlignment: Text.AlignVCenter
                }
                FlatButton {
                    text: "Dark"
                    outlined: true
                    checked: Theme.dark
                    onClicked: page.app.state.chooseTheme(true)
                }
                FlatButton {
                    text: "Light"
                    outlined: true
                    checked: !Theme.dark
                    onClicked: page.app.state.chooseTheme(false)
                }
            }
            Row {
                spacing: 8

                PlainLabel {
                    width: Math.round(120 * Theme.scale)
                    height: Math.round(28 * Theme.scale)
                    text: "Text size (%)"
                    color: Theme.color.text
                    verticalAlignment: Text.AlignVCenter
                }
                Repeater {
                    model: [80, 90, 100, 115, 130, 150]

                    FlatButton {
                        required property int modelData

                        objectName: "textSize" + modelData
                        text: modelData
                        outlined: true
                        checked: Math.round(Theme.scale * 100) === modelData
                        Accessible.name: "Text size: " + modelData + " percent"
                        onClicked: Theme.scale = modelData / 100
                    }
                }
            }
            Row {
                spacing: 8

                PlainLabel {
                    width: Math.round(120 * Theme.scale)
                    height: Math.round(28 * Theme.scale)
                    text: "Rows"
                    color: Theme.color.text
                    verticalAlignment: Text.AlignVCenter
                }
                FlatButton {
                    text: "Normal"
                    outlined: true
                    checked: !page.compact
                    Accessible.name: "Rows: normal"
                    onClicked: if (page.compact) page.tracks.toggleCompact()
                }
                FlatButton {
                    text: "Compact"
                    outlined: true
                    checked: page.compact
                    Accessible.name: "Rows: compact"
                    onClicked: if (!page.compact) page.tracks.toggleCompact()
                }
            }
            Row {
                spacing: 8

                component Format: FlatButton {
                    property int format

                    outlined: true
                    checked: page.timeline !== null && page.timeline.timeFormat === format
                    Accessible.name: "Times: " + text
                    onClicked: page.timeline.timeFormat = format
                }

                PlainLabel {
                    width: Math.round(120 * Theme.scale)
                    height: Math.round(28 * Theme.scale)
                    text: "Times"
                    color: Theme.color.text
                    verticalAlignment: Text.AlignVCenter
                }
                Format { text: "From the start"; format: 0 }
                Format { text: "UTC"; format: 1 }
                Format { text: "From the start of the step"; format: 2 }
            }
            Row {
                spacing: 8

                component Motion: FlatButton {
                    property int choice

                    outlined: true
                    checked: page.app.motion.choice === choice
                    Accessible.name: "Motion: " + text
                    onClicked: page.app.motion.choice = choice
                }

                PlainLabel {
                    width: Math.round(120 * Theme.scale)
                    height: Math.round(28 * Theme.scale)
                    text: "Motion"
                    color: Theme.color.text
                    verticalAlignment: Text.AlignVCenter
                }
                Motion { text: "Same as desktop"; choice: MotionChoice.AsDesktop }
                Motion { text: "Full"; choice: MotionChoice.Full }
                Motion { text: "Reduced"; choice: MotionChoice.Reduced }
            }
            Row {
                spacing: 8

                component Begin: FlatButton {
                    property bool reopens

                    outlined: true
                    checked: page.app.recentFiles.reopens === reopens
                    Accessible.name: "Start with " + text
                    onClicked: page.app.recentFiles.reopens = reopens
                }

                PlainLabel {
                    width: Math.round(120 * Theme.scale)
                    height: Math.round(28 * Theme.scale)
                    text: "Start with"
                    color: Theme.color.text
                    verticalAlignment: Text.AlignVCenter
                }
                Begin { text: "Start page"; reopens: false }
                Begin { text: "Last trace"; reopens: true }
            }
            ExportField {
                objectName: "editorCommand"
                width: Math.min(parent.width, Math.round(560 * Theme.scale))
                label: "Editor for lines of source. {file} and {line} are replaced; no shell is used."
                text: page.app.sources.command
                placeholder: "code --goto {file}:{line}; empty: $VISUAL, $EDITOR, or the desktop's"
                onEdited: text => page.app.sources.command = text
            }
            ExportField {
                objectName: "sourceFolders"
                width: Math.min(parent.width, Math.round(560 * Theme.scale))
                label: "Folders of sources, for traces of other machines"
                text: page.app.sources.folders
                placeholder: "~/src/diffusers/src:~/src/project"
                onEdited: text => page.app.sources.folders = text
            }
            PlainLabel {
                topPadding: 8
                width: parent.width
                text: "Thresholds. Write times as 100 µs or 1.5 ms, shares as 5 %."
                      + (page.app.first.session.updatingFindings ? " Updating findings…" : "")
                color: Theme.color.secondaryText
            }
            PlainLabel {
                visible: page.settings.count === 0
                text: "No threshold matches."
                color: Theme.color.secondaryText
            }
        }
        section.delegate: Item {
            required property string section

            width: list.width - 18
            height: Math.round(38 * Theme.scale)

            PlainLabel {
                anchors.bottom: line.top
                anchors.bottomMargin: 4
                text: parent.section
                color: Theme.color.text
                font.pixelSize: Theme.largeSize
                font.weight: Font.DemiBold
            }
            Rectangle {
                id: line

                anchors.bottom: parent.bottom
                width: parent.width
                height: 1
                color: Theme.color.grid
            }
        }
        delegate: SettingRow {
            width: list.width - 18
            settings: page.settings
            // Tab reaches transparent rows too, and they have no buffers of the scene graph.
            opacity: y < list.contentY + list.height && y + height > list.contentY ? 1 : 0
        }
    }
}
