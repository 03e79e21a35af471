// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/timeline/input/view_history.h"
#include "widgets/timeline/input/viewport_motion.h"

namespace gaplight::ui {

// The animated viewport of a timeline with its history. Gestures start from the target of the
// running animation, so that quick ones add up. Limits are those of the trace and its layout.
class MovingView {
public:
    [[nodiscard]] const Viewport& shown() const { return m_motion.shown(); }
    [[nodiscard]] const Viewport& target() const { return m_motion.target(); }
    [[nodiscard]] bool moving() const { return m_motion.moving(); }
    bool advance() { return m_motion.advance(); }

    // Shows a whole new trace; clears the history.
    void showAll(const ViewLimits& limits);
    // Keeps the shown range of time.
    void resize(float width, float height, const ViewLimits& limits);
    // The width of the names column, limited by kMinNamesWidth and kMaxNamesWidth, px. At most half
    // of the view is shown of it. Setting it keeps the shown range of time.
    static constexpr float kMinNamesWidth = 120;
    static constexpr float kMaxNamesWidth = 640;
    [[nodiscard]] float namesWidth() const { return m_namesWidth; }
    void setNamesWidth(float width);
    // Sets the size while there is no trace.
    void resize(float width, float height);
    // Applies changed limits.
    void reclamp(const ViewLimits& limits) { m_motion.jump(clamped(target(), limits)); }

    // Animates to another place.
    void goTo(const Viewport& to);
    // Step by step.
    void zoomAt(double viewX, double factor, const ViewLimits& limits);
    void scrollBy(double dx, double dy, const ViewLimits& limits);
    // Not animated: they follow the pointer.
    void dragBy(double dx, double dy, const ViewLimits& limits);
    void setRange(TimeRange range, const ViewLimits& limits);
    void setBegin(Time begin, const ViewLimits& limits);

    // Moves through the history. False at its end.
    bool goBack(const ViewLimits& limits);
    bool goForward(const ViewLimits& limits);
    [[nodiscard]] const ViewHistory& history() const { return m_history; }
    [[nodiscard]] bool reducedMotion() const { return m_reducedMotion; }
    // True: no animations.
    void setReducedMotion(bool reduced) { m_reducedMotion = reduced; }

private:
    void step(const Viewport& to);
    void drag(const Viewport& to);
    void move(const Viewport& to);
    bool travel(std::optional<Viewport> to, const ViewLimits& limits);

    [[nodiscard]] float namesWidthWithin(float width) const;

    float m_namesWidth = Viewport::kNamesWidth;
    ViewportMotion m_motion;
    ViewHistory m_history;
    bool m_reducedMotion = false;
};

}  // namespace gaplight::ui
