// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// Fades out what the lower edge of a list or a page cuts, so that no line ends in the middle of its
// letters. A sibling of it, above it.
Rectangle {
    id: fade

    required property Flickable view
    property color ground: Theme.color.panelBackground
    property real margin: 0  // of the page, below its last line

    readonly property real end: view.contentY + view.height
    readonly property bool hasMore: end < view.originY + view.contentHeight - margin - 1
    property real cut: 0

    // What is in view of the row that is cut; of a page, which has no rows, a line.
    function measure() {
        const line = Math.round(20 * Theme.scale)
        const row = view instanceof ListView ? view.itemAt(1, end - 1) : null
        cut = !hasMore ? 0 : row === null ? line
              : row.y + row.height <= end + 1 ? 0 : Math.min(line, end - row.y)
    }

    // Later: a list must not be asked for rows while it lays them out.
    onEndChanged: Qt.callLater(measure)
    onHasMoreChanged: Qt.callLater(measure)
    Connections {
        target: fade.view.contentItem

        function onChildrenChanged() { Qt.callLater(fade.measure) }
    }

    objectName: "bottomFade"
    x: view.x
    y: view.y + view.height - height
    width: view.width - Math.round(12 * Theme.scale)  // without the scroll bar
    height: cut
    visible: height > 0 && view.visible
    gradient: Gradient {
        GradientStop { position: 0; color: Qt.alpha(fade.ground, 0.2) }
        GradientStop { position: 0.8; color: fade.ground }
    }
}
