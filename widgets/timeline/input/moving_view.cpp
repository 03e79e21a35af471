// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/input/moving_view.h"

#include <algorithm>
#include <cmath>

namespace gaplight::ui {
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
    m_motion.jump(fitted(view, limits.range, limits));
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

void MovingView::goTo(const Viewport& to) {
    m_history.record(target(), ViewMove::Jump);
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
