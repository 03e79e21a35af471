// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Controls.Basic
import Gaplight

// The name of the search hit under the pointer in an overview.
Tip {
    required property OverviewItem overview

    parent: overview
    x: overview.pointerX + 10
    y: overview.height + 4
    visible: overview.hitName !== ""
    text: overview.hitName + "\nClick: select it"
}
