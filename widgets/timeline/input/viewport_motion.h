// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>

#include "core/scene/layout/viewport.h"

namespace gaplight::ui {

// Animates between viewports: 120 ms, ease-out. A new target starts from the viewport shown at that
// moment.
class ViewportMotion {
public:
    static constexpr int kMilliseconds = 120;

    // The viewport on screen, and the target. Gestures start from the target.
    [[nodiscard]] const Viewport& shown() const { return m_shown; }
    [[nodiscard]] const Viewport& target() const { return m_target; }
    [[nodiscard]] bool moving() const { return m_moving; }

    void jump(const Viewport& to);
    void glide(const Viewport& to);
    // Advances to the present time. True if the shown viewport changed.
    bool advance();

private:
    Viewport m_from;
    Viewport m_shown;
    Viewport m_target;
    QElapsedTimer m_clock;
    bool m_moving = false;
};

}  // namespace gaplight::ui
