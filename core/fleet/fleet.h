// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/fleet/rank_summary.h"

namespace gaplight {

// A summary that has no part in the analysis, and why.
struct LeftOutSummary {
    std::string file;
    std::string reason;
};

// Numbers of ranks from `first` to `last`.
struct RankNumbers {
    int first = 0;
    int last = 0;
    friend bool operator==(const RankNumbers&, const RankNumbers&) = default;
};

// One rank, by its summary; its `record` has become a part of Fleet::analysis.
struct FleetRank {
    std::string file;
    RankSummary summary;
};

// A run, of which there are summaries.
struct FleetRun {
    std::size_t ranks = 0;
    std::optional<int> worldSize;
    std::optional<Duration> begin;  // since the Unix epoch; empty: not recorded
    std::string path;               // of its first trace
};

// The ranks of a run, from their summaries. Immutable.
struct Fleet {
    std::vector<FleetRun> runs;             // that there are summaries of, by begin (runsOf())
    std::size_t run = 0;                    // which of them this is
    std::vector<FleetRank> ranks;           // by rank
    std::vector<LeftOutSummary> unread;     // damaged, or no summaries; by file
    std::vector<LeftOutSummary> repeated;   // of a trace or a rank that another is of; by file
    int worldSize = 0;                      // recorded; else the number of ranks
    std::size_t missing = 0;                // ranks without a summary
    std::vector<RankNumbers> missingRanks;  // the first kMaxMissingRanges ranges of them
    RankSetAnalysis analysis;               // its ranks are positions in `ranks`
};

// Of summaries of several runs: that of most ranks, of those the one that began last.
inline constexpr std::size_t kLargestRun = std::numeric_limits<std::size_t>::max();

inline constexpr std::size_t kMaxMissingRanges = 64;
inline constexpr std::size_t kMaxSummaries = 32'768;

// Reads the summaries and analyzes the ranks of one run together. `run`: its position in
// Fleet::runs. The order of the files changes nothing,
// nor does a file that is there twice. Of two summaries of a rank the one whose trace was written
// last counts. A summary without a rank is numbered after the others, in the order of the paths of
// the traces. Errors: BadArgument (more than kMaxSummaries, no such run), Cancelled; that of the
// first file where none can be read.
[[nodiscard]] Result<Fleet> openFleet(std::vector<std::string> files, std::stop_token stop = {},
                                      std::size_t run = kLargestRun);

// The same from summaries: pairs of a file and what was read from it.
[[nodiscard]] Fleet fleetOf(std::vector<FleetRank> ranks, std::stop_token stop = {},
                            std::size_t run = kLargestRun);

}  // namespace gaplight
