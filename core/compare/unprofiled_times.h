// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/analysis/replay/unprofiled_share.h"
#include "core/base/time.h"
#include "core/compare/compared_trace.h"

namespace gaplight {

// Of a step (`perStep`), or of the run's window; as of findUnprofiledShare, with a replay of the
// run. O(calls + activities log activities + slices).
[[nodiscard]] std::optional<UnprofiledShare> unprofiledShareOf(const ComparedTrace& run,
                                                               bool perStep);

// What the verdict's times would be without the profiler.
struct UnprofiledChange {
    Duration a{};
    Duration b{};
    double change = 0;  // (b - a) / a
    double error = 0;   // standard error of the change
};

// `a`, `b`: the traced times; a share that is not known is 1. Empty where neither is known.
// `stepError`: standard error of the change of the traced times, relative to their mean. Errors of
// the two replays and of the steps are independent; what recording costs is wrong by one factor in
// both runs, so that its error cancels where it takes the same share of both.
[[nodiscard]] std::optional<UnprofiledChange> unprofiledChange(
    Duration a, const std::optional<UnprofiledShare>& shareA, Duration b,
    const std::optional<UnprofiledShare>& shareB, double stepError);

}  // namespace gaplight
