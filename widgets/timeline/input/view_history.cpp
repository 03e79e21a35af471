// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/input/view_history.h"

namespace gaplight::ui {
namespace {

// The window's size is not part of a place.
bool isSamePlace(const Viewport& a, const Viewport& b) {
    return a.begin == b.begin && a.nsPerPixel == b.nsPerPixel && a.scrollY == b.scrollY;
}

// Places that are `now` itself lead nowhere.
std::optional<Viewport> go(std::vector<Viewport>& from, std::vector<Viewport>& to,
                           const Viewport& now) {
    while (!from.empty() && isSamePlace(from.back(), now)) {
        from.pop_back();
    }
    if (from.empty()) {
        return std::nullopt;
    }
    const Viewport place = from.back();
    from.pop_back();
    to.push_back(now);
    return place;
}

}  // namespace

void ViewHistory::record(const Viewport& leaving, ViewMove move) {
    const bool goesOn = m_stepping && move == ViewMove::Step;
    m_stepping = move == ViewMove::Step;
    if (goesOn || (!m_back.empty() && isSamePlace(m_back.back(), leaving))) {
        return;
    }
    m_forward.clear();
    if (m_back.size() == kMaxViews) {
        m_back.erase(m_back.begin());
    }
    m_back.push_back(leaving);
}

std::optional<Viewport> ViewHistory::back(const Viewport& now) {
    m_stepping = false;
    return go(m_back, m_forward, now);
}

std::optional<Viewport> ViewHistory::forward(const Viewport& now) {
    m_stepping = false;
    return go(m_forward, m_back, now);
}

void ViewHistory::clear() {
    m_back.clear();
    m_forward.clear();
    m_stepping = false;
}

}  // namespace gaplight::ui
