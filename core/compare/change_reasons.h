// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/compare/change_causes.h"
#include "core/compare/compared_trace.h"
#include "core/compare/measures.h"
#include "core/compare/verdict.h"

namespace gaplight {

struct ReasonInput {
    const ComparedTrace& a;
    const ComparedTrace& b;
    const Measures& partA;  // what the verdict compares
    const Measures& partB;
    const Verdict& verdict;
    const FindingChanges& findings;
};

inline constexpr std::size_t kMaxReasons = 5;
inline constexpr std::size_t kMaxFindingReasons = 3;

// Why B takes another time than A, one sentence each, largest effect first: the host code that
// changed (Verdict::annotation), the parts of GPU time with the counts that changed with them
// (Verdict::causes), findings that are gone or new, with what they cost a step, and the peak of GPU
// memory. Changes below 1 / kMinShareOfLargest of the largest and 1 / kMinShareOfRun of the step
// are left out; so is what had less effect than a tenth of a change that is no noise, and idle time
// that an annotation explains. A run that improved has no new
// findings here, one that regressed no gone ones. Empty where the runs do different work.
//
//     blocking calls 12 → 0 a step: idle because launches came late 998 µs → 762 µs
//     gone: 71 syncs in `step` (`synchronize()`), which cost 151 µs a step
[[nodiscard]] std::vector<std::string> reasonsOfChange(const ReasonInput& input);

}  // namespace gaplight
