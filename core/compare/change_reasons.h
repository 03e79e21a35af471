// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/compare/change_causes.h"
#include "core/compare/compared_trace.h"
#include "core/compare/kernel_changes.h"
#include "core/compare/measures.h"
#include "core/compare/verdict.h"

namespace gaplight {

struct ReasonSide {
    const ComparedTrace& run;
    const MeasuredRun& measured;
    const Measures& part;  // what the verdict compares
};

struct ReasonInput {
    ReasonSide a;
    ReasonSide b;
    const AnnotationKeys& keys;
    AlignmentLevel level;
    const Verdict& verdict;
    const FindingChanges& findings;
    std::span<const SelfTimeChange> selfTimes;  // Comparison::selfTimes
};

inline constexpr std::size_t kMaxReasons = 5;
inline constexpr std::size_t kMaxFindingReasons = 3;
// A finding about launches is neither gone nor new where the other run makes at least this share
// of them in the same annotation, a step each: then something else made them matter.
inline constexpr std::uint64_t kKeptLaunchPercent = 80;
// A saving that exceeds the idle time that the title names by more than this is not given.
inline constexpr std::int64_t kMaxSavingPercent = 110;
// Launch calls that changed by this factor are a reason whatever their effect.
inline constexpr std::uint64_t kMuch = 2;

// Why B takes another time than A, one sentence each, largest effect first: the host code that
// changed (Verdict::annotation), the parts of GPU time with the counts that changed with them
// (Verdict::causes), findings that are gone or new, launch calls that changed by much, and the peak
// of GPU memory of the runs; without GPU work the functions whose self time changed most, by more
// than the noise floor. A finding's price is the run's saving over the steps that its evidence
// lies in; none is given that contradicts the title or is larger than the change and the noise
// floor. Changes below 1 / kMinShareOfLargest of the largest and 1 / kMinShareOfRun of the mean of
// both steps are left out; so is what had less effect than a tenth of a change that is no noise,
// and idle time that an annotation explains. A run that improved has no new findings here, one that
// regressed no gone ones; runs without corresponding parts have neither. Empty where the runs do
// different work. Exchanging A and B exchanges the sides of each reason.
//
//     blocking calls 12 → 0 a step: idle because launches came late 998 µs → 762 µs
//     gone: 71 syncs in `step` (`synchronize()`), which cost 520 µs a step
[[nodiscard]] std::vector<std::string> reasonsOfChange(const ReasonInput& input);

}  // namespace gaplight
