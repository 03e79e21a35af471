// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/ranks/clock_fit.h"
#include "core/analysis/ranks/comm_calls.h"
#include "core/analysis/ranks/joint_collective.h"
#include "core/analysis/ranks/joint_waits.h"
#include "core/analysis/ranks/rank_timeline.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// A rank of a set. The trace outlives the analysis.
struct RankTrace {
    int rank = 0;
    const Trace* trace = nullptr;
    const LaunchIndex* launches = nullptr;
    const Analysis* analysis = nullptr;
    // Of several worlds whose ranks are numbered one after the other: which, and by how much `rank`
    // is more than its number there. Ranks of two worlds have no communication in common.
    std::optional<int> world = {};
    int firstOfWorld = 0;
};

// All that the joint analysis needs of one rank, on the clock of its trace: of a trace, or read
// from a summary of one (core/fleet). The texts that it refers to outlive it.
struct RankRecord {
    int rank = 0;
    RecordedClock clock;
    CommCalls calls;
    std::vector<TimeRange> kernels;  // per call; {} where it has none
    RankTimeline timeline;
};

// O(slices).
[[nodiscard]] RankRecord recordOf(const RankTrace& rank);

// What one rank did in one step, on its GPU: from the end of the last communication of the step
// before to the end of its own last one.
struct RankStep {
    int step = 0;
    TimeRange range{};
    Duration busy{};     // any activity
    Duration compute{};  // activities that do not communicate
    Duration wait{};     // for other ranks
    Duration lead{};     // JointCollective::lateness of those of the step that it was late in
};

struct RankTotals {
    TimeRange recorded{};  // first activity to last end, with what was launched before the capture
    Duration busy{};
    Duration compute{};
    Duration communication{};
    std::uint64_t kernels = 0;        // that communicate and were matched
    std::uint64_t beforeCapture = 0;  // that communicate and were launched before the capture
    Duration wait{};
    Duration exposedWait{};
    std::vector<Duration> waitedFor;              // of `wait`, per awaited rank
    std::uint64_t lastIn = 0;                     // collectives that it arrived last in
    std::uint64_t lateIn = 0;                     // collectives that it was late in
    Duration lead{};                              // of those: sum of JointCollective::lateness
    Duration othersWaited{};                      // in those: waits, sum over the other ranks
    Duration hostLead{};                          // of `lead`: late because of the host, sure
    Duration gpuLead{};                           // late because of the GPU, sure
    std::map<std::string_view, Duration> leadIn;  // of `lead`, by annotation; "": none
    WaitCauses meanwhile;                         // what it did while others waited for it
    Duration endOffset{};                         // middle of (its end - middle end) of collectives
    std::vector<RankStep> steps;                  // steps with communication
};

// The rank that the others waited for most.
struct Straggler {
    std::size_t rank = 0;
    LateCause::Kind kind = LateCause::Kind::Host;
    bool isGpuMeanwhile = false;  // its GPU computed for most of the time that others waited
    std::string_view in;          // annotation; empty: none
    Duration othersWaited{};      // of all ranks, without transfers
    double shareOfWindows = 0;    // of the recorded time of all ranks
};

// Joint measures of the ranks of a run (metrics.md, "Several ranks"). Ranks are positions in the
// input. Ranks whose clock is not calibrated have no part in anything but `clocks`.
struct RankSetAnalysis {
    std::vector<int> ranks;
    std::vector<RankClock> clocks;
    std::vector<CommCalls> calls;
    std::vector<RankTimeline> timelines;
    std::vector<Communicator> communicators;
    std::vector<JointCollective> collectives;  // by first arrival
    std::vector<RankWaiting> waiting;          // per rank
    std::vector<SequenceProblem> problems;
    std::uint64_t unmatched = 0;
    std::vector<RankTotals> totals;
    std::optional<Straggler> straggler;
    Duration endSpread{};  // median over collectives of last - first end
};

// Size of a collective's message: the larger of input and output, of the rank that has most; -1:
// not known.
[[nodiscard]] std::int64_t messageBytes(const RankSetAnalysis& set, const JointCollective& joint);

// Empty where `stop` was requested. O(slices of all traces).
[[nodiscard]] RankSetAnalysis analyzeRanks(std::span<const RankTrace> ranks,
                                           std::stop_token stop = {});
// The same from records. O(parts of all collectives × log ranks + ranges of all timelines).
[[nodiscard]] RankSetAnalysis analyzeRecords(std::vector<RankRecord> records,
                                             std::stop_token stop = {});

// Adds `more` to `total`; neither is negative. Gives the largest Duration instead of an overflow,
// which only the times of a damaged trace can cause.
void addClamped(Duration& total, Duration more);

// Sets totals, straggler and endSpread from the other members.
void summarizeRanks(RankSetAnalysis& analysis);

}  // namespace gaplight
