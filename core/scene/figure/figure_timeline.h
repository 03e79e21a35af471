// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/scene/figure/figure.h"
#include "core/scene/figure/figure_callouts.h"
#include "core/scene/model/timeline_input.h"
#include "core/scene/timeline/replay_strip.h"
#include "core/trace/gpu_id.h"

namespace gaplight {

// A callout of a figure: an occurrence of a finding, or a note.
struct FigureCallout {
    std::string text;    // first line in the legend, and beside the badge where it fits
    std::string detail;  // second line in the legend; may be empty
    TimeRange range;
    std::optional<GpuId> gpu;  // points at this GPU's pinned row
    TrackId track;             // otherwise at this row; neither: at the ruler
    std::uint16_t row = 0;
};

// The part of one trace that a figure shows. All references must outlive the call.
struct FigureSubject {
    const SceneModel& model;
    const TrackLayout& layout;  // from TrackLayout::reduced()
    const TimelineState& state;
    TimeRange range;  // from the left edge of the tracks to the right one; not empty
    std::span<const FigureCallout> callouts;
    const ReplayIntervals* replay = nullptr;  // null: no prediction is drawn
};

// Width of the names column of a subject in a figure of `width`.
[[nodiscard]] float figureNamesWidth(const FigureSubject& subject, float width,
                                     const TextMeasure& measure);

// The timeline of a figure, as high as its tracks, with the targets of its callouts.
class FigureTimeline {
public:
    // `width` includes the names. The objects of `subject` and `measure` must outlive it.
    FigureTimeline(const FigureSubject& subject, float namesWidth, float width,
                   const TextMeasure& measure);

    [[nodiscard]] const Viewport& view() const { return m_view; }
    [[nodiscard]] float height() const { return m_view.height; }
    // Height with one row of each track.
    [[nodiscard]] float minHeight() const;
    // Removes the deepest rows until the height is at most `height`; no change if that is
    // impossible.
    void lowerTo(float height);

    // Targets of the visible callouts, numbered from `first`, for a timeline at (left, top).
    [[nodiscard]] std::vector<CalloutTarget> targets(int first, float left, float top) const;
    // Appends it to `figure` with a frame. `run`: prefix of track names; may be empty.
    void addTo(Figure& figure, float left, float top, std::string_view run) const;

private:
    [[nodiscard]] TimelineInput input() const {
        return {m_subject.model, m_layout, m_view, m_state};
    }
    void rebuild();
    [[nodiscard]] float clearX(double x0, double x1, float bottom) const;
    [[nodiscard]] std::optional<CalloutTarget> target(std::size_t callout) const;
    void nameSlices(Figure& figure, std::size_t firstRect) const;
    void nameTracks(Figure& figure, float left, float top, std::string_view run) const;

    FigureSubject m_subject;
    TimelineState m_state;
    const TextMeasure& m_measure;
    TrackLayout m_layout;
    Viewport m_view;
    DisplayList m_list;  // of m_view
};

}  // namespace gaplight
