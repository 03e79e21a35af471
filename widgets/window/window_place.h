// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QQuickWindow;

namespace gaplight::ui {

// Restore and save position and size of the window in the settings. A position outside all screens
// is not restored. On desktops that place windows themselves, only the size is restored.
void restorePlace(QQuickWindow& window);
void savePlace(const QQuickWindow& window);

}  // namespace gaplight::ui
