// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QQuickWindow;

namespace gaplight::ui {

// Where the person left the window, and how large, kept in the settings. A place that no screen
// has any more is not restored; where the desktop places windows itself, only the size is.
void restorePlace(QQuickWindow& window);
void keepPlace(const QQuickWindow& window);

}  // namespace gaplight::ui
