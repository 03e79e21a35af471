// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The button of one tab of the drawer, with a count.
AbstractButton {
    id: tab

    required property WindowModel app
    required property int number
    property int count: 0
    property color countColor: Theme.color.secondaryText
    readonly property bool current: app.state.drawerOpen && app.state.drawerTab === number

    // It must be seen: it was opened, or has the focus.
    signal shown()

    onCurrentChanged: if (current) shown()
    onVisualFocusChanged: if (visualFocus) shown()
    focusPolicy: Qt.TabFocus
    hoverEnabled: true
    Accessible.name: text
    leftPadding: 12
    rightPadding: 12
    height: Math.round(28 * Theme.scale)
    onClicked: {
        app.state.drawerOpen = !current
        app.state.drawerTab = number
    }

    contentItem: Row {
        spacing: 6

        PlainLabel {
            text: tab.text
            color: tab.current || tab.hovered ? Theme.color.text
                                              : Theme.color.secondaryText
            height: parent.height
            verticalAlignment: Text.AlignVCenter
        }
        PlainLabel {
            visible: tab.count > 0
            text: tab.count
            color: tab.countColor
            font.pixelSize: Theme.smallSize
            height: parent.height
            verticalAlignment: Text.AlignVCenter
        }
    }
    background: Item {
        Rectangle {
            visible: tab.current
            anchors.bottom: parent.bottom
            width: parent.width
            height: 2
            color: Theme.color.accent
        }
        Rectangle {
            visible: tab.visualFocus
            anchors.fill: parent
            anchors.margins: 2
            color: "transparent"
            border.width: 1
            border.color: Theme.color.accent
        }
    }
}
