// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/input/viewport_motion.h"

#include <cmath>

namespace gaplight::ui {
namespace {

// Begin and scale go together linearly, so a time that both ends show at one x stays there.
Viewport between(const Viewport& from, const Viewport& to, double share) {
    Viewport view = to;
    const auto way = static_cast<double>(ns(to.begin - from.begin));
    view.begin = from.begin + Duration(std::llround(way * share));
    view.nsPerPixel = from.nsPerPixel + (to.nsPerPixel - from.nsPerPixel) * share;
    view.scrollY = from.scrollY + (to.scrollY - from.scrollY) * share;
    return view;
}

}  // namespace

void ViewportMotion::jump(const Viewport& to) {
    m_shown = m_target = to;
    m_moving = false;
}

void ViewportMotion::glide(const Viewport& to) {
    m_from = m_shown;
    m_target = to;
    m_moving = m_from != m_target;
    m_clock.start();
}

bool ViewportMotion::advance() {
    if (!m_moving) {
        return false;
    }
    const double passed = static_cast<double>(m_clock.elapsed()) / kMilliseconds;
    if (passed >= 1) {
        jump(m_target);
        return true;
    }
    const double left = 1 - passed;
    m_shown = between(m_from, m_target, 1 - left * left * left);
    return true;
}

}  // namespace gaplight::ui
