// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/ranks/joint_replay.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/ranks/rank_set.h"

namespace gaplight {

// Result of a joint replay with one edit.
struct JointAnswer {
    std::string edit;                        // "remove:lateness:2"
    JointTimes before;                       // the run as it is
    JointTimes after;                        // with the edit
    Duration saving{};                       // of the window; not below zero
    std::optional<Duration> unprofiledStep;  // with the edit, without the profiler's host time
    // Saving of the window, if before and after are without the profiler's host time; not below
    // zero.
    std::optional<Duration> unprofiledSaving;
    double modelError = 0;           // the largest of the ranks
    std::vector<double> rankErrors;  // JointReplay::modelErrors()
    bool isTrusted = false;          // else no saving is to be shown (kReplayTrustError)
};

// An edit of `--what-if` for a set: "remove:lateness:RANK", "balance:ranks", "balance:stage" or
// "balance:kernels". Errors: BadArgument (another edit, a rank that is not in the set, stages
// without a pipeline).
[[nodiscard]] Result<JointEdit> jointEditFrom(std::string_view text, const RankSet& set);

// Empty where the replay does not settle.
[[nodiscard]] std::optional<JointAnswer> jointAnswer(const RankSet& set, const JointReplay& replay,
                                                     const JointEdit& edit);

// What the straggler costs: the answer without its lateness; empty where nobody is late in a
// collective.
[[nodiscard]] std::optional<JointAnswer> stragglerCost(const RankSet& set,
                                                       const JointReplay& replay);

}  // namespace gaplight
