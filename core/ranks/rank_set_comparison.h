// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/compare/comparison.h"
#include "core/ranks/rank_set.h"

namespace gaplight {

// The same rank in both runs.
struct ComparedRank {
    int rank = 0;
    std::size_t a = 0;  // position in A's set
    std::size_t b = 0;
    Comparison comparison;  // of its two traces
};

// What the ranks of a run do in a step, on average over ranks and steps with communication.
struct StepAverages {
    std::size_t steps = 0;  // of all ranks
    Duration length{};
    Duration compute{};
    Duration wait{};
    Duration lateness{};
    Duration idle{};  // without any GPU work
};

// Two runs of a job on several ranks.
struct RankSetComparison {
    std::vector<ComparedRank> ranks;  // that both have
    std::vector<int> onlyInA;
    std::vector<int> onlyInB;
    // What most of the ranks that can be judged say; inconclusive where they disagree, or where
    // fewer than half can be judged.
    VerdictKind kind = VerdictKind::Inconclusive;
    // Medians over ranks of Verdict::a and bAtClock; of an even number the mean of the middle two.
    Duration a{};
    Duration b{};
    std::optional<double> change;  // (b - a) / a; empty where inconclusive
    // Of the rank with the median change, of those whose own pair has it; of an even number the
    // middle of two
    // (Verdict::unprofiled), and their number. A rank that waits for another one does not know what
    // the profiler cost that one. Empty where recording slowed ranks by far different amounts: then
    // `remarks` says so.
    std::optional<UnprofiledChange> unprofiled;
    std::size_t unprofiledRanks = 0;
    std::vector<std::string> remarks;  // caveats of all ranks together
    bool otherWork = false;            // of at least one rank: percentages mislead
    bool perStep = false;              // a and b of every rank are those of a steady step
    StepAverages stepsOfA;
    StepAverages stepsOfB;
};

// O(comparisons of all ranks).
[[nodiscard]] RankSetComparison compareRankSets(const RankSet& a, const RankSet& b,
                                                const CompareOptions& options = {});

}  // namespace gaplight
