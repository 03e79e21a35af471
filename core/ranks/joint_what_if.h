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
    JointEdit::Kind kind = JointEdit::Kind::BalanceRanks;
    std::string edit;                        // "remove:lateness:2"; empty: of OfRanks
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

// An edit of `--what-if` for a set: "remove:lateness:RANK", "balance:ranks", "balance:stage",
// "balance:tokens" or "balance:kernels". Errors: BadArgument (another edit, a rank that is not in
// the set, stages without a pipeline, tokens without an all-to-all).
[[nodiscard]] Result<JointEdit> jointEditFrom(std::string_view text, const RankSet& set);

// Empty where the replay does not settle.
[[nodiscard]] std::optional<JointAnswer> jointAnswer(const RankSet& set, const JointReplay& replay,
                                                     const JointEdit& edit);

// What the straggler costs; empty where nobody is late in a collective. Work that tokens bring does
// not vanish: of a rank that computes longer and receives most of them, the answer with equal
// numbers of tokens; of any other, without its lateness.
[[nodiscard]] std::optional<JointAnswer> stragglerCost(const RankSet& set,
                                                       const JointReplay& replay);

// What the slow host of a late rank costs the others at least: window − window without its
// lateness, where recording takes kMaxRecordingTimes as much as it usually does, and not what its
// GPU would cost if no host needed any time. Kernels beside waits for it are as short before as
// after: if its host is late only while it is recorded, there are no such waits. Empty where a
// replay does not settle. Three replays.
[[nodiscard]] std::optional<Duration> certainHostCost(const JointReplay& replay, std::size_t rank);

}  // namespace gaplight
