// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/moving_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

void ViewportMotion::shift(double dy) {
    for (Viewport* view : {&m_from, &m_shown, &m_target}) {
        view->scrollY += dy;
    }
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

namespace {

// The window's size is not part of a place.
bool isSamePlace(const Viewport& a, const Viewport& b) {
    return a.begin == b.begin && a.nsPerPixel == b.nsPerPixel && a.scrollY == b.scrollY;
}

}  // namespace

// Places that are `now` itself lead nowhere.
void ViewHistory::dropUseless(Places& places, const Viewport& now) {
    while (!places.empty() && places.back().folds.empty() && isSamePlace(places.back().view, now)) {
        places.pop_back();
    }
}

std::optional<Viewport> ViewHistory::go(Places& from, Places& to, const Viewport& now) {
    dropUseless(from, now);
    if (from.empty()) {
        return std::nullopt;
    }
    Place place = std::move(from.back());
    from.pop_back();
    to.push_back({now, std::move(place.folds)});
    return place.view;
}

void ViewHistory::record(const Viewport& leaving, ViewMove move, std::vector<LaneFold> folds) {
    const bool goesOn = m_stepping && move == ViewMove::Step;
    m_stepping = move == ViewMove::Step;
    const bool isKnown = !m_back.empty() && isSamePlace(m_back.back().view, leaving);
    if (goesOn || (isKnown && folds.empty())) {
        return;
    }
    m_forward.clear();
    if (m_back.size() == kMaxViews) {
        m_back.erase(m_back.begin());
    }
    m_back.push_back({leaving, std::move(folds)});
}

std::span<LaneFold> ViewHistory::foldsBack(const Viewport& now) {
    dropUseless(m_back, now);
    return m_back.empty() ? std::span<LaneFold>() : std::span(m_back.back().folds);
}

std::span<LaneFold> ViewHistory::foldsForward(const Viewport& now) {
    dropUseless(m_forward, now);
    return m_forward.empty() ? std::span<LaneFold>() : std::span(m_forward.back().folds);
}

void ViewHistory::forgetFolds() {
    for (Places* places : {&m_back, &m_forward}) {
        for (Place& place : *places) {
            place.folds.clear();
        }
    }
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

namespace {

// The view with the scale at which it shows as long a time as `other`.
Viewport withRangeOf(Viewport view, const Viewport& other) {
    if (view.timeWidth() != other.timeWidth()) {  // else the scale stays the same to the last bit
        view.nsPerPixel = other.nsPerPixel * static_cast<double>(other.timeWidth()) /
                          static_cast<double>(view.timeWidth());
    } else {
        view.nsPerPixel = other.nsPerPixel;
    }
    return view;
}

}  // namespace

void MovingView::showAll(const ViewLimits& limits) {
    Viewport view;
    view.width = target().width;
    view.height = target().height;
    view.namesWidth = target().namesWidth;
    m_motion.jump(fitted(view, limits.first.value_or(limits.range), limits));
    m_history.clear();
}

void MovingView::resize(float width, float height) {
    Viewport view = target();
    view.width = width;
    view.height = height;
    view.namesWidth = namesWidthWithin(width);
    m_motion.jump(target().width > 0 && width > 0 ? withRangeOf(view, target()) : view);
}

float MovingView::namesWidthWithin(float width) const {
    return std::min(m_namesWidth, std::max(kMinNamesWidth, width / 2));
}

void MovingView::setNamesWidth(float width) {
    m_namesWidth = std::clamp(std::round(width), kMinNamesWidth, kMaxNamesWidth);
    resize(target().width, target().height);
}

void MovingView::resize(float width, float height, const ViewLimits& limits) {
    const bool first = target().width <= 0;
    resize(width, height);
    if (first) {
        showAll(limits);
    } else {
        reclamp(limits);
    }
}

void MovingView::move(const Viewport& to) {
    if (m_reducedMotion) {
        m_motion.jump(to);
    } else {
        m_motion.glide(to);
    }
}

void MovingView::goTo(const Viewport& to, std::vector<LaneFold> folds) {
    m_history.record(target(), ViewMove::Jump, std::move(folds));
    move(to);
}

void MovingView::step(const Viewport& to) {
    m_history.record(target(), ViewMove::Step);
    move(to);
}

void MovingView::drag(const Viewport& to) {
    m_history.record(target(), ViewMove::Step);
    m_motion.jump(to);
}

void MovingView::zoomAt(double viewX, double factor, const ViewLimits& limits) {
    step(zoomedAbout(target(), viewX, factor, limits));
}

void MovingView::scrollBy(double dx, double dy, const ViewLimits& limits) {
    step(pannedBy(target(), dx, dy, limits));
}

void MovingView::dragBy(double dx, double dy, const ViewLimits& limits) {
    drag(pannedBy(shown(), dx, dy, limits));
}

void MovingView::setRange(TimeRange range, const ViewLimits& limits) {
    drag(fitted(target(), range, limits, 0));
}

void MovingView::setBegin(Time begin, const ViewLimits& limits) {
    Viewport view = target();
    view.begin = begin;
    drag(clamped(view, limits));
}

bool MovingView::goBack(const ViewLimits& limits) {
    return travel(m_history.back(target()), limits);
}

bool MovingView::goForward(const ViewLimits& limits) {
    return travel(m_history.forward(target()), limits);
}

// The window may have another size since.
bool MovingView::travel(std::optional<Viewport> to, const ViewLimits& limits) {
    if (!to) {
        return false;
    }
    Viewport view = *to;
    view.width = target().width;
    view.height = target().height;
    view.namesWidth = target().namesWidth;
    move(clamped(withRangeOf(view, *to), limits));
    return true;
}

}  // namespace gaplight::ui
