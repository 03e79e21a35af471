// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The theme, and the thresholds of all rules. What is changed holds at once.
Sheet {
    id: page

    required property WindowModel app
    readonly property SettingListModel settings: app.settings
    readonly property TimelineItem timeline: app.state.timeline
    readonly property TrackMenu tracks: timeline ? timeline.trackMenu : null
    readonly property bool compact: tracks !== null && tracks.compact

    theme: app.theme
    title: "Settings"
    subtitle: settings.path === "" ? "Changes are not kept." : "Kept in " + settings.path
    onClosed: app.state.settingsOpen = false
    onVisibleChanged: {
        if (visible)
            settings.reload()
    }
    buttons: FlatButton {
        theme: page.theme
        text: "Reset all thresholds"
        enabled: page.settings.changedCount > 0
        onClicked: page.settings.resetAll()
    }

    ListView {
        id: list

        objectName: "settings"
        highlightFollowsCurrentItem: false
        anchors.fill: parent
        clip: true
        model: page.settings
        boundsBehavior: Flickable.StopAtBounds
        keyNavigationEnabled: false
        cacheBuffer: 4000
        ScrollBar.vertical: ScrollBar {}
        section.property: "ruleName"

        header: Column {
            width: list.width - 18
            spacing: 8
            bottomPadding: 4

            Text {
                width: parent.width
                visible: text !== ""
                text: page.settings.fileError
                textFormat: Text.PlainText
                color: page.theme.color.unhealthy
                wrapMode: Text.Wrap
            }
            Row {
                spacing: 8

                Text {
                    width: 120
                    height: 28
                    text: "Theme"
                    color: page.theme.color.text
                    verticalAlignment: Text.AlignVCenter
                }
                FlatButton {
                    theme: page.theme
                    text: "Dark"
                    outlined: true
                    checked: page.theme.dark
                    onClicked: page.app.state.chooseTheme(true)
                }
                FlatButton {
                    theme: page.theme
                    text: "Light"
                    outlined: true
                    checked: !page.theme.dark
                    onClicked: page.app.state.chooseTheme(false)
                }
            }
            Row {
                spacing: 8

                Text {
                    width: 120
                    height: 28
                    text: "Rows"
                    color: page.theme.color.text
                    verticalAlignment: Text.AlignVCenter
                }
                FlatButton {
                    theme: page.theme
                    text: "Normal"
                    outlined: true
                    checked: !page.compact
                    Accessible.name: "Rows: normal"
                    onClicked: if (page.compact) page.tracks.toggleCompact()
                }
                FlatButton {
                    theme: page.theme
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

                    theme: page.theme
                    outlined: true
                    checked: page.timeline !== null && page.timeline.timeFormat === format
                    Accessible.name: "Times: " + text
                    onClicked: page.timeline.timeFormat = format
                }

                Text {
                    width: 120
                    height: 28
                    text: "Times"
                    color: page.theme.color.text
                    verticalAlignment: Text.AlignVCenter
                }
                Format { text: "From the begin"; format: 0 }
                Format { text: "UTC"; format: 1 }
                Format { text: "From the step's begin"; format: 2 }
            }
            Row {
                spacing: 8

                component Motion: FlatButton {
                    property int choice

                    theme: page.theme
                    outlined: true
                    checked: page.app.motion.choice === choice
                    Accessible.name: "Motion: " + text
                    onClicked: page.app.motion.choice = choice
                }

                Text {
                    width: 120
                    height: 28
                    text: "Motion"
                    color: page.theme.color.text
                    verticalAlignment: Text.AlignVCenter
                }
                Motion { text: "As the desktop"; choice: MotionChoice.AsDesktop }
                Motion { text: "Full"; choice: MotionChoice.Full }
                Motion { text: "Reduced"; choice: MotionChoice.Reduced }
            }
            Row {
                spacing: 8

                component Begin: FlatButton {
                    property bool reopens

                    theme: page.theme
                    outlined: true
                    checked: page.app.recentFiles.reopens === reopens
                    Accessible.name: "Begin with " + text
                    onClicked: page.app.recentFiles.reopens = reopens
                }

                Text {
                    width: 120
                    height: 28
                    text: "Begin with"
                    color: page.theme.color.text
                    verticalAlignment: Text.AlignVCenter
                }
                Begin { text: "Start page"; reopens: false }
                Begin { text: "Last trace"; reopens: true }
            }
            Text {
                topPadding: 8
                width: parent.width
                text: "Thresholds. Write times as 100 µs or 1.5 ms, shares as 5 %."
                      + (page.app.session.judging ? " Judging the trace…" : "")
                color: page.theme.color.secondaryText
            }
        }
        section.delegate: Item {
            required property string section

            width: list.width - 18
            height: 38

            Text {
                anchors.bottom: line.top
                anchors.bottomMargin: 4
                text: parent.section
                color: page.theme.color.text
                font.pixelSize: 13
                font.weight: Font.DemiBold
            }
            Rectangle {
                id: line

                anchors.bottom: parent.bottom
                width: parent.width
                height: 1
                color: page.theme.color.grid
            }
        }
        delegate: SettingRow {
            width: list.width - 18
            settings: page.settings
            theme: page.theme
        }
    }
}
