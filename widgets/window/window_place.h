// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QQuickWindow;

namespace gaplight::ui {

// Saves and restores position and size of the window in the settings. A position outside all
// screens is not restored; if the desktop places windows itself, only the size is.
void restorePlace(QQuickWindow& window);
void keepPlace(const QQuickWindow& window);

}  // namespace gaplight::ui
