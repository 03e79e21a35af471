// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/report/figure/session_figure.h"

namespace gaplight {

// Which findings have callouts: so many of the first, of at least a severity.
struct CalloutLimits {
    std::size_t most = 6;
    Severity least = Severity::Info;
};

// What a figure of `range` says beside its timeline, and what it points at: the largest place of
// each finding, and notes, on tracks of `layout`.
[[nodiscard]] FigureTexts figureWords(const Session& session, const FigureRequest& request,
                                      TimeRange range);
[[nodiscard]] std::vector<FigureCallout> figureMarks(const Session& session,
                                                     const FigureRequest& request, TimeRange range,
                                                     const TrackLayout& layout,
                                                     const CalloutLimits& limits = {});

// Parts of these words: how each GPU spent a range; the checklist.
[[nodiscard]] std::vector<FigureBar> figureBars(const Session& session, TimeRange range);
[[nodiscard]] std::vector<FigureAnswer> figureAnswers(const Session& session);

}  // namespace gaplight
