// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/input/moving_view.h"

namespace gaplight::ui {

void MovingView::showAll(const ViewLimits& limits) {
    Viewport view;
    view.width = target().width;
    view.height = target().height;
    m_motion.jump(fitted(view, limits.range, limits));
    m_history.clear();
}

void MovingView::resize(float width, float height) {
    Viewport view = target();
    const float before = view.timeWidth();
    const bool isFirst = view.width <= 0;
    view.width = width;
    view.height = height;
    if (!isFirst && width > 0) {
        view.nsPerPixel *= static_cast<double>(before) / static_cast<double>(view.timeWidth());
    }
    m_motion.jump(view);
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
    to->width = target().width;
    to->height = target().height;
    move(clamped(*to, limits));
    return true;
}

}  // namespace gaplight::ui
