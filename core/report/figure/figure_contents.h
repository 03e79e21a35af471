// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/report/figure/session_figure.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/model/overlay_table.h"
#include "core/scene/model/timeline_input.h"

namespace gaplight {

// Limits of callouts: the highest ranked findings of at least a severity.
struct CalloutLimits {
    std::size_t maxCount = 6;
    Severity minSeverity = Severity::Info;
};

// Texts beside the timeline of a figure of `range`, and its callouts: the largest occurrence of
// each finding, and notes, on tracks of `layout`.
[[nodiscard]] FigureTexts figureTexts(const Session& session, const FigureRequest& request,
                                      TimeRange range);
[[nodiscard]] std::vector<FigureCallout> figureCallouts(const Session& session,
                                                        const FigureRequest& request,
                                                        TimeRange range, const TrackLayout& layout,
                                                        const CalloutLimits& limits = {});

// Parts of these texts: how each GPU spent a range; the checklist.
[[nodiscard]] std::vector<FigureBar> figureBars(const Session& session, TimeRange range);
[[nodiscard]] std::vector<FigureAnswer> figureAnswers(const Session& session);

// Rows of all tracks of a figure together: at most 31,000 px, where image formats hold 32,767.
inline constexpr std::size_t kMaxFigureRows = 1400;

// The parts of a session that a figure draws: overlays, tracks, arrows and flags.
struct FigureContents {
    OverlayTable overlays;
    TrackLayout layout;
    TimelineState state;
    std::size_t tracksLeftOut = 0;  // behind kMaxFigureRows

    // A sentence for the caption; empty where no track is left out.
    std::string leftOutText() const;
    // Refers to `data` and to this.
    SceneModel modelOf(const SceneData& data) const {
        SceneModel model = data.model();
        model.overlays = &overlays;
        return model;
    }
};

// O(tracks × log slices + overlays + gaps). Errors: BadArgument (no track of that name, nothing in
// the range).
[[nodiscard]] Result<FigureContents> figureContents(const SceneData& data,
                                                    const FigureRequest& request, TimeRange range);

}  // namespace gaplight
