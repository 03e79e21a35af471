// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/analysis/replay/replay.h"
#include "core/analysis/steps/steps.h"
#include "core/base/time.h"
#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/finding_text.h"

namespace gaplight {

// A finding is at most Info below this saving: an absolute floor, so that 23 µs of a short capture
// are no alarm. For what recurs in every one of at least two steps, kMinStepSaving a step and
// kMinStepPercent of the median step are enough.
inline constexpr Duration kMinSaving = std::chrono::milliseconds(1);
inline constexpr Duration kMinStepSaving = std::chrono::microseconds(20);
inline constexpr std::int64_t kMinStepPercent = 1;
// A finding whose saving shrinks below this percentage of what it saves alone, because findings
// before it save the same time, is a part of one of them.
inline constexpr std::int64_t kPartPercent = 20;
// The same of an upper bound that a generic rule states: what is left of it has no cure of its own.
// It is Info, unless no other finding has that time and it is at least kMinSaving.
inline constexpr std::int64_t kBoundPartPercent = 50;

// Prices findings by replay and ranks them by severity, then by saving. Each saving is what the
// finding adds to those priced before it (exact savings before upper bounds, rules with a cure
// before generic ones, by PriceOrder, then larger ones first), so that savings sum to what all of
// them save together. Findings that save less than 0.1 % of the window alone come last, and keep
// what they save alone where all of that sums to what all save together. All replays are of the
// program without first use (withoutFirstUse), and shares are of its window; where a part of the
// trace was analyzed, of that part's. Sets saving, savingShare, savingText, severity and partOf;
// adds to confidence what the replay cannot know. Two replays per finding with edits; the first of
// them in parallel.
struct PricedTogether {
    Duration window{};               // that shares of savings refer to
    Duration replayed{};             // of the unchanged program without first use
    std::optional<Duration> saving;  // of all findings; empty if nothing was priced
};
[[nodiscard]] PricedTogether priceFindings(const Replay& replay, const Trace& trace,
                                           const Analysis& analysis, const FindingText& text,
                                           const std::stop_token& stop,
                                           std::vector<Finding>& findings);

}  // namespace gaplight
