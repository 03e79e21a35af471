// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/detectors/engine/finding.h"
#include "core/session/session.h"

namespace gaplight::ui {

// Answers of 'gaplight mcp' as text, in the words and units of the reports.

// Whole lines of at most `maxBytes` together, and how many were left out. `more`: how to see those:
// "a larger max_chars, or a range".
[[nodiscard]] std::string cappedText(std::string_view text, std::size_t maxBytes,
                                     std::string_view more);

[[nodiscard]] std::string openedText(const Session& session);
[[nodiscard]] std::string overviewText(const Session& session);
// Findings from the `first` on, counted from 0.
[[nodiscard]] std::string findingsText(const Session& session, std::size_t first);
// A finding of findingsText(): number, severity, rule and title; what to try.
[[nodiscard]] std::string findingLines(std::size_t number, const RuleFinding& finding,
                                       const std::string& title);
// `finding`: a number from 1 on, or the id of a rule, whose first finding or help page it is.
// Errors: BadArgument.
[[nodiscard]] Result<std::string> explanationText(const Session& session,
                                                  const std::string& finding);
// Errors: BadArgument (an edit that cannot be, or does not fit the trace).
[[nodiscard]] Result<std::string> predictionText(std::shared_ptr<const Session> session,
                                                 std::span<const std::string> edits);

struct SliceListing {
    TimeRange range;
    std::string name;   // as of matchesFilter(); empty: all
    std::string track;  // the same of the track's title
    std::size_t limit = 20;
};
// The longest slices that begin in the range, each with the range that it takes, exact to the
// nanosecond: a call with that range is about this slice. O(slices).
[[nodiscard]] std::string slicesText(const Trace& trace, const SliceListing& listing);

[[nodiscard]] std::string comparisonText(const Session& a, const Session& b);

}  // namespace gaplight::ui
