// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/time.h"

namespace gaplight {

// A rank that was late into collectives. Of a collective of few ranks, the late rank is the last
// one (metrics.md). Of one of at least kMinRanksTogether, several may be late together, as the
// ranks of a slow host are: those after the first pause between two arrivals that is longer than
// what makes a lead (kMinLead, clocks), where they are at most one in kMinRanksTogether.
struct LateRank {
    std::size_t rank = 0;
    std::uint64_t lateIn = 0;        // collectives
    std::uint64_t lateTogether = 0;  // of them, those that others were late in as well
    std::uint64_t collectives = 0;   // that it has a part in
    Duration lateness{};             // after the last rank that was not late, sum
    // Waits in those that it was the last in, sum over the other ranks.
    Duration othersWaited{};
    LateCause::Kind kind = LateCause::Kind::Host;
    bool isCauseKnown = false;
    std::string_view in;  // annotation; empty: none
};

inline constexpr std::size_t kMinRanksTogether = 8;

// Most waiting of others first. O(parts of all collectives log ranks).
[[nodiscard]] std::vector<LateRank> lateRanks(const RankSetAnalysis& set);

// A step that took longer than the others.
struct OutlierStep {
    int step = 0;                     // as RankStep::step
    Duration length{};                // median over ranks
    std::optional<std::size_t> late;  // the rank that was late by most in it; empty: none was late
    Duration lead{};                  // of that rank, in the collectives of the step
};

struct StepLengths {
    std::size_t steps = 0;
    Duration typical{};                 // median over steps of the median over ranks
    std::vector<OutlierStep> outliers;  // longest first
};

// A step is an outlier if it is longer than the typical one by more than kMinOutlierShare of it and
// by more than kMinDeviations median deviations. The first step that a rank shows is left out: what
// came before it was not recorded. O(ranks × steps log).
[[nodiscard]] StepLengths stepLengths(const RankSetAnalysis& set);

inline constexpr double kMinOutlierShare = 0.1;
inline constexpr int kMinDeviations = 5;

}  // namespace gaplight
