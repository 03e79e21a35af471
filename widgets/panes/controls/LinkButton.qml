// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// A button that looks like a link.
AbstractButton {
    id: link

    property bool current: false  // the choice that holds, among several
    property bool wraps: false    // a long text takes several lines of the button's width

    focusPolicy: Qt.TabFocus
    hoverEnabled: true
    Accessible.name: text
    Accessible.ignored: !visible
    leftPadding: 5
    rightPadding: 5
    implicitHeight: link.wraps ? label.contentHeight + Math.round(6 * Theme.scale)
                               : Math.round(22 * Theme.scale)
    implicitWidth: label.implicitWidth + leftPadding + rightPadding

    contentItem: PlainLabel {
        id: label

        Accessible.ignored: true  // the button says it
        text: link.text
        color: link.current ? Theme.color.text
                            : (link.enabled ? Theme.color.accent
                                            : Theme.color.secondaryText)
        font.pixelSize: Theme.smallSize
        font.weight: link.current ? Font.DemiBold : Font.Normal
        font.underline: link.hovered && !link.current
        verticalAlignment: Text.AlignVCenter
        wrapMode: link.wraps ? Text.Wrap : Text.NoWrap
    }
    background: Rectangle {
        radius: 3
        color: "transparent"
        border.width: link.visualFocus ? 2 : 0
        border.color: Theme.color.accent
    }
    HoverHandler {
        cursorShape: Qt.PointingHandCursor
    }
}
