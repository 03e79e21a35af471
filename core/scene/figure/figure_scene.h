// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/scene/display/color_ref.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/figure/figure_callouts.h"
#include "core/scene/figure/figure_page.h"
#include "core/scene/model/timeline_input.h"
#include "core/scene/timeline/replay_scene.h"
#include "core/trace/ids.h"

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

    const Viewport& view() const { return m_view; }
    float height() const { return m_view.height; }
    // Height with one row of each track.
    float minHeight() const;
    // Removes the deepest rows until the height is at most `height`; no change if that is
    // impossible.
    void lowerTo(float height);

    // Targets of the visible callouts, numbered from `first`, for a timeline at (left, top).
    std::vector<CalloutTarget> targets(int first, float left, float top) const;
    // Appends it to `figure` with a frame. `run`: prefix of track names; may be empty.
    void addTo(Figure& figure, float left, float top, std::string_view run) const;

private:
    TimelineInput input() const { return {m_subject.model, m_layout, m_view, m_state}; }
    void rebuild();
    float clearX(double x0, double x1, float bottom) const;
    std::optional<CalloutTarget> target(std::size_t callout) const;
    void nameSlices(Figure& figure, std::size_t firstRect) const;
    void nameTracks(Figure& figure, float left, float top, std::string_view run) const;

    FigureSubject m_subject;
    TimelineState m_state;
    const TextMeasure& m_measure;
    TrackLayout m_layout;
    Viewport m_view;
    DisplayList m_list;  // of m_view
};

// One segment of a bar: a share of a GPU's time.
struct FigureShare {
    std::string text;  // "host late 1.2 %"
    double share = 0;  // of the bar, 0 to 1
    ColorRef color;
    bool isIdle = false;  // drawn with the hatch of its color
};
struct FigureBar {
    std::string title;  // "GPU 0 · NVIDIA H200"
    std::vector<FigureShare> shares;
};

enum class FigureStatus : std::uint8_t { Good, Bad, Unknown };
struct FigureAnswer {
    std::string question;
    std::string answer;
    FigureStatus status = FigureStatus::Unknown;
};

// All texts and tables of a figure beside its timeline. Empty parts take no space.
struct FigureTexts {
    std::string title;
    std::string subtitle;
    std::vector<FigureBar> bars;
    std::vector<FigureAnswer> checklist;
    std::string caption;
    std::vector<std::string> provenance;  // one line each
};

struct FigureInput {
    const FigureSubject& subject;
    const FigureTexts& texts;
    float width = 0;   // logical pixels, at minimum kMinFigureWidth
    float height = 0;  // 0: as high as its content
};
inline constexpr float kMinFigureWidth = 400;

// Builds a figure for publication, top to bottom: title, GPU time bars, numbered callouts, the
// timeline (of buildTimeline()), scale bar and key, legend of the callouts, checklist, caption and
// provenance. Nothing overlaps. Callouts whose track is not shown are left out.
// Error: BadArgument if the height is too small for one row of each track.
[[nodiscard]] Result<Figure> buildFigure(const FigureInput& input, const TextMeasure& measure);

// The error of a requested `height` below the minimum.
[[nodiscard]] Error tooLow(float height, float minimum);

}  // namespace gaplight
