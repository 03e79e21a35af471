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
#include "core/scene/timeline/replay_scene.h"

namespace gaplight {

// One thing that a figure points at: a finding's place, a note.
struct FigureMark {
    std::string text;    // what the legend says first, and the callout where it fits
    std::string detail;  // below it in the legend; may be empty
    TimeRange range;
    std::optional<std::int32_t> device;  // on this GPU's pinned row
    TrackId track;                       // else on this row; neither: on the ruler
    std::uint16_t row = 0;
};

// What a figure shows of one trace. All must outlive the call.
struct FigureSubject {
    const SceneModel& model;
    const TrackLayout& layout;  // of the tracks to show: TrackLayout::reduced()
    const TimelineState& state;
    TimeRange range;  // from the left edge of the tracks to the right one; not empty
    std::span<const FigureMark> marks;
    const ReplayPicture* replay = nullptr;  // null: nothing of it is drawn
};

// Width of the column of names that a subject needs in a figure of `width`.
[[nodiscard]] float figureNamesWidth(const FigureSubject& subject, float width,
                                     const TextMeasure& measure);

// The timeline of a figure, as high as its tracks, and what points at it.
class FigureTimeline {
public:
    // `width` with the names. What the subject refers to, and `measure`, must outlive it.
    FigureTimeline(const FigureSubject& subject, float namesWidth, float width,
                   const TextMeasure& measure);

    [[nodiscard]] const Viewport& view() const { return m_view; }
    [[nodiscard]] float height() const { return m_view.height; }
    // With one row of each track.
    [[nodiscard]] float leastHeight() const;
    // Leaves out the deepest rows until it is at most `height`; where that cannot be, nothing.
    void lowerTo(float height);

    // What the marks in sight point at, numbered from `first` on, with the timeline at (left, top).
    [[nodiscard]] std::vector<CalloutTarget> targets(int first, float left, float top) const;
    // Draws it with a frame around. `run`: before the names of tracks; may be empty.
    void addTo(Figure& figure, float left, float top, std::string_view run) const;

private:
    [[nodiscard]] TimelineInput input() const {
        return {m_subject.model, m_layout, m_view, m_subject.state};
    }
    void rebuild();
    [[nodiscard]] float clearX(double x0, double x1, float bottom) const;
    [[nodiscard]] std::optional<CalloutTarget> target(std::size_t mark) const;
    void nameSlices(Figure& figure, std::size_t firstRect) const;
    void nameTracks(Figure& figure, float left, float top, std::string_view run) const;

    FigureSubject m_subject;
    const TextMeasure& m_measure;
    TrackLayout m_layout;
    Viewport m_view;
    DisplayList m_list;  // of m_view
};

}  // namespace gaplight
