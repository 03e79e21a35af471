// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/report/figure/session_figure.h"

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

}  // namespace gaplight
