// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gaplight::ui {

// Selects the software backend of Qt Quick (QPainter) if no OpenGL context can be created, since
// the first window would fail without one. QT_QUICK_BACKEND takes precedence. Needs the application
// object; call it before the first window.
void chooseGraphics();

}  // namespace gaplight::ui
