// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <QPointF>

#include "widgets/input/action.h"
#include "widgets/memory/memory_object.h"
#include "widgets/timeline/moving_view.h"

namespace gaplight::ui {

// The part of a snapshot that its page shows: a range of time, and a range of bytes. Time 0 is
// MemoryData::clockNs().
class MemoryView {
public:
    // Shows all of one GPU of a snapshot; null: nothing.
    void show(LoadedMemory data, std::size_t device, StackOrder order);
    // Shows all bytes of another order.
    void setOrder(StackOrder order);
    // `axisWidth`: of the axis of bytes.
    void resize(float width, float height, float axisWidth);

    const Viewport& viewport() const { return m_moving.shown(); }
    const Viewport& target() const { return m_moving.target(); }
    bool moving() const { return m_moving.moving(); }
    // Advances the animation; true while one is running.
    bool advance() { return m_moving.advance(); }
    void setReducedMotion(bool reduced) { m_moving.setReducedMotion(reduced); }
    bool reducedMotion() const { return m_moving.reducedMotion(); }

    void zoomAt(double x, double factor) { m_moving.zoomAt(x, factor, limits()); }
    // Not animated, because it follows the pointer.
    void dragBy(double dx, double dy);
    // Animated in time, for keys and the wheel.
    void scrollBy(double dx, double dy);
    void setRange(TimeRange range);
    // Fills the view; margins on both sides.
    void fit(TimeRange range);
    // Moves only if a range is not visible.
    void reveal(TimeRange range);
    void showAll();
    void goBack() { m_moving.goBack(limits()); }
    void goForward() { m_moving.goForward(limits()); }

    // From the lower to the upper edge of a plot, and at the lower edge.
    std::int64_t bytes() const { return m_bytes; }
    std::int64_t bottom() const { return m_bottom; }
    std::int64_t allBytes() const { return m_allBytes; }
    // The bytes at `share` of the plot's height, from below, stay there.
    void zoomBytes(double share, double factor);
    void setBytes(std::int64_t bottom, std::int64_t bytes);
    // Height of the plot alone, without the axes of the view.
    void setPlotHeight(float height) { m_plotHeight = height > 1 ? height : 1; }
    float plotHeight() const { return m_plotHeight; }

    // Time range of the history.
    TimeRange range() const { return m_range; }

private:
    ViewLimits limits() const { return {m_range, 0, 0}; }
    void moveBytes(double dy);

    LoadedMemory m_data;
    std::size_t m_device = 0;
    MovingView m_moving;
    TimeRange m_range;
    std::int64_t m_bytes = 1;
    std::int64_t m_bottom = 0;
    std::int64_t m_allBytes = 1;
    float m_plotHeight = 1;
};

// The time between two view xs, as far as they are not beside the plot.
[[nodiscard]] TimeRange rangeBetween(const Viewport& view, double x0, double x1);
// The moment at a view x; empty beside the plot.
[[nodiscard]] std::optional<Moment> momentAt(const MemoryData& data, std::size_t device,
                                             const Viewport& view, double x);
// From the allocation's begin to its end, at least 1 µs.
[[nodiscard]] TimeRange lifetimeOf(const MemoryData& data, std::size_t device,
                                   std::uint32_t allocation);

// Performs an action that moves a view; zooms at `pointer` where it is over the plot. False if the
// action is another one.
bool moveMemoryView(MemoryView& view, Action action, std::optional<QPointF> pointer);

}  // namespace gaplight::ui
