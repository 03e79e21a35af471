// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <QElapsedTimer>

#include "core/scene/layout/track_layout.h"
#include "core/scene/layout/viewport.h"

namespace gaplight::ui {

// Animates between viewports: 120 ms, ease-out. A new target starts from the viewport shown at that
// moment.
class ViewportMotion {
public:
    static constexpr int kMilliseconds = 120;

    // The viewport on screen, and the target. Gestures start from the target.
    const Viewport& shown() const { return m_shown; }
    const Viewport& target() const { return m_target; }
    bool moving() const { return m_moving; }

    void jump(const Viewport& to);
    // Scrolls without ending the animation.
    void shift(double dy);
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

// Kind of a view change: a jump, or one of many small steps.
enum class ViewMove : std::uint8_t { Jump, Step };

// Previous views of the user, for back and forward. Consecutive small steps (zoom, pan, drag) are
// one move. Bounded.
class ViewHistory {
public:
    static constexpr std::size_t kMaxViews = 200;

    // Records the view before a move, and what was folded in it that the move opened; clears the
    // forward history.
    void record(const Viewport& leaving, ViewMove move, std::vector<LaneFold> folds = {});
    // The folds of tracks at the place to which the next back() or forward() from `now` goes. The
    // caller swaps them with the present folds (TrackLayout::exchangeFolds()), so that the opposite
    // step restores those. Empty if no fold changes.
    [[nodiscard]] std::span<LaneFold> foldsBack(const Viewport& now);
    [[nodiscard]] std::span<LaneFold> foldsForward(const Viewport& now);
    // The view to go to from `now`; empty at the end.
    [[nodiscard]] std::optional<Viewport> back(const Viewport& now);
    [[nodiscard]] std::optional<Viewport> forward(const Viewport& now);
    void clear();
    // For another layout of the tracks.
    void forgetFolds();

    bool canGoBack() const { return !m_back.empty(); }
    bool canGoForward() const { return !m_forward.empty(); }

private:
    struct Place {
        Viewport view;
        std::vector<LaneFold> folds;
    };
    using Places = std::vector<Place>;

    static void dropUseless(Places& places, const Viewport& now);
    static std::optional<Viewport> go(Places& from, Places& to, const Viewport& now);

    Places m_back;     // the last is the nearest
    Places m_forward;  // the same
    bool m_stepping = false;
};

// The animated viewport of a timeline with its history. Gestures start from the target of the
// running animation, so that quick ones add up. Limits are those of the trace and its layout.
class MovingView {
public:
    const Viewport& shown() const { return m_motion.shown(); }
    const Viewport& target() const { return m_motion.target(); }
    bool moving() const { return m_motion.moving(); }
    bool advance() { return m_motion.advance(); }

    // Shows a new trace, all of it or what it begins with; clears the history.
    void showAll(const ViewLimits& limits);
    // Keeps the shown range of time.
    void resize(float width, float height, const ViewLimits& limits);
    // The width of the names column, limited by kMinNamesWidth and kMaxNamesWidth, px. At most half
    // of the view is shown of it. Setting it keeps the shown range of time.
    static constexpr float kMinNamesWidth = 120;
    static constexpr float kMaxNamesWidth = 640;
    float namesWidth() const { return m_namesWidth; }
    void setNamesWidth(float width);
    // Sets the size while there is no trace.
    void resize(float width, float height);
    // Applies changed limits.
    void reclamp(const ViewLimits& limits) { m_motion.jump(clamped(target(), limits)); }
    // Without animation, and no move of the history: the content has moved.
    void scrollTo(double y, const ViewLimits& limits) {
        Viewport view = target();
        view.scrollY = y;
        m_motion.jump(clamped(view, limits));
    }

    void shift(double dy) { m_motion.shift(dy); }

    // Animates to another place. `folds`: as ViewHistory::record().
    void goTo(const Viewport& to, std::vector<LaneFold> folds = {});
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
    const ViewHistory& history() const { return m_history; }
    // As those of ViewHistory.
    [[nodiscard]] std::span<LaneFold> foldsBack() { return m_history.foldsBack(target()); }
    [[nodiscard]] std::span<LaneFold> foldsForward() { return m_history.foldsForward(target()); }
    void forgetFolds() { m_history.forgetFolds(); }
    bool reducedMotion() const { return m_reducedMotion; }
    // True: no animations.
    void setReducedMotion(bool reduced) { m_reducedMotion = reduced; }

private:
    void step(const Viewport& to);
    void drag(const Viewport& to);
    void move(const Viewport& to);
    bool travel(std::optional<Viewport> to, const ViewLimits& limits);

    float namesWidthWithin(float width) const;

    float m_namesWidth = Viewport::kNamesWidth;
    ViewportMotion m_motion;
    ViewHistory m_history;
    bool m_reducedMotion = false;
};

}  // namespace gaplight::ui
