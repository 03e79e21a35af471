// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import Gaplight

// The pane of a tab of the drawer; widgets/input/drawer_tabs.cpp has the table of tabs.
Item {
    required property WindowModel app
    // Of the first run; of a tab that is of one run, the timeline of the run used last.
    required property TimelineItem timeline
    // What the window keeps for that run.
    required property TraceContext context
    // "A" or "B" of two; empty: there is one.
    property string run
}
