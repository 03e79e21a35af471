// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gaplight::ui {

// Has Qt Quick draw with QPainter where no OpenGL context can be made, instead of failing when the
// window opens. What QT_QUICK_BACKEND says goes before. Needs the application object; call it
// before the first window.
void chooseGraphics();

}  // namespace gaplight::ui
