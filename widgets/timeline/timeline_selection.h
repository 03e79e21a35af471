// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/scene/interaction/hit_test.h"
#include "core/scene/model/timeline_input.h"

namespace gaplight::ui {

// Selection and hover state of a timeline, with revision counters.
class TimelineSelection {
public:
    [[nodiscard]] const TimelineState& state() const { return m_state; }
    // Count changes of the selection and of hover.
    [[nodiscard]] std::uint64_t revision() const { return m_revision; }
    [[nodiscard]] std::uint64_t hoverRevision() const { return m_hoverRevision; }

    // For another trace. Display settings and the pixel ratio are kept.
    void clear();
    void setPixelRatio(float ratio) { m_state.pixelRatio = ratio; }
    void setOverlaysVisible(bool visible);

    void setOnlyHits(bool only) { m_state.onlyHits = only; }
    void setNotes(std::vector<Note> notes, int current);
    void setCursor(std::size_t cursor, std::optional<Time> time);
    void setArrows(ArrowScope scope);
    void setTimeFormat(TimeFormat format) { m_state.timeFormat = format; }
    void setDropY(std::optional<double> y) { m_state.dropY = y; }

    void select(SliceId slice);
    // Empty `tracks`: all.
    void selectRange(std::optional<TimeRange> range, std::vector<TrackId> tracks = {});
    // Dims all slices except the ends of the followed flow, until another selection.
    void followFlow() { m_state.dimUnrelated = true; }
    // Counts a change of data shown with the selection.
    void touch() { ++m_revision; }

    // False if the hovered item did not change.
    bool hover(const Hit& hit);
    void leave();
    // Discards the hover state after the view changed.
    void clearHover();

private:
    TimelineState m_state;
    std::optional<Hit> m_hover;
    std::uint64_t m_revision = 0;
    std::uint64_t m_hoverRevision = 0;
};

}  // namespace gaplight::ui
