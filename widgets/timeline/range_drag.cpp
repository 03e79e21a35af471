// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/range_drag.h"

#include <algorithm>
#include <cmath>

namespace gaplight::ui {
namespace {

// Speed of scrolling, in pixels per second.
constexpr double kSpeedPerPixel = 12;  // for each pixel beyond the edge
constexpr double kMinSpeed = 90;
constexpr double kMaxSpeed = 2400;
constexpr double kMaxScrollStep = 0.05;  // seconds

}  // namespace

void RangeDrag::begin(QPointF at, RangeEdge edge, Qt::KeyboardModifiers modifiers) {
    m_beganAt = m_last = at;
    m_modifiers = modifiers;
    const auto& range = m_view.state().selectedRange;
    m_edge = range ? edge : RangeEdge::None;
    if (m_edge != RangeEdge::None) {
        m_fixedEnd = m_edge == RangeEdge::Begin ? range->end : range->begin;
        m_tracks = m_view.state().selectedTracks;
    } else {
        m_fixedEnd = timeAt(at, modifiers);
        m_firstLane = laneForRange(m_view.input(), static_cast<float>(at.y()));
    }
}

void RangeDrag::dragTo(QPointF at, Qt::KeyboardModifiers modifiers) {
    m_last = at;
    m_modifiers = modifiers;
    at.setY(std::min<double>(at.y(), m_view.viewport().height - 1));
    const auto [begin, end] = std::minmax({m_fixedEnd, timeAt(at, modifiers)});
    m_view.selectRange(TimeRange{begin, end},
                       m_edge == RangeEdge::None
                           ? tracksFrom(m_view.input(), m_firstLane, static_cast<float>(at.y()))
                           : m_tracks);
}

bool RangeDrag::scrollAtEdge() {
    const Viewport before = m_view.viewport();
    const auto beyond = [](double at, double low, double high) {
        return at < low ? at - low : std::max(0.0, at - high);
    };
    const bool isOverTracks = m_edge == RangeEdge::None && m_beganAt.y() > Viewport::kRulerHeight;
    const double dx = beyond(m_last.x(), before.timeLeft(), before.width - 1);
    const double dy = isOverTracks ? beyond(m_last.y(), before.tracksTop(), before.height - 1) : 0;
    if (dx == 0 && dy == 0) {
        stopScrolling();
        return false;
    }
    const double seconds =
        m_sinceScroll.isValid()
            ? std::min(static_cast<double>(m_sinceScroll.elapsed()) / 1000, kMaxScrollStep)
            : 0;
    m_sinceScroll.start();
    const auto step = [seconds](double distance) {
        const double speed = std::clamp(std::abs(distance) * kSpeedPerPixel, kMinSpeed, kMaxSpeed);
        return distance == 0 ? 0 : std::copysign(std::max(1.0, speed * seconds), distance);
    };
    m_view.dragBy(-step(dx), -step(dy));
    dragTo(m_last, m_modifiers);
    const Viewport& now = m_view.viewport();
    return now.begin != before.begin || now.scrollY != before.scrollY;
}

Time RangeDrag::timeAt(QPointF at, Qt::KeyboardModifiers modifiers) const {
    const Viewport& view = m_view.viewport();
    const double x = std::clamp<double>(at.x(), view.timeLeft(), view.width);
    return modifiers.testFlag(Qt::AltModifier)
               ? view.timeAt(x)
               : snappedTime(m_view.input(), static_cast<float>(x), static_cast<float>(at.y()));
}

}  // namespace gaplight::ui
