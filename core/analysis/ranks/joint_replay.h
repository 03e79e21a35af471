// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/ranks/kernel_speed.h"
#include "core/analysis/ranks/rank_analysis.h"
#include "core/analysis/replay/replay.h"
#include "core/base/intervals.h"
#include "core/base/time.h"

namespace gaplight {

// A change of the run whose effect a joint replay computes.
struct JointEdit {
    enum class Kind : std::uint8_t {
        RemoveLateness,   // `rank` arrives at no collective later than the last of the others
        WithoutSlowdown,  // only that waits for `rank` slow no kernels down (SlowedByWait)
        BalanceRanks,     // all arrive when the (lower) median of them does
        BalanceStages,    // all stages of a pipeline have as much work as their mean
        BalanceTokens,    // so have all ranks of a group with all-to-alls
        BalanceKernels,   // every kernel takes the mean of its kind over all ranks
        OfRanks,          // `ofRanks`
    };
    Kind kind = Kind::BalanceRanks;
    std::size_t rank = 0;                                   // position in the set
    std::span<const std::vector<ReplayEdit>> ofRanks = {};  // of each rank by itself
};

struct JointTimes {
    Duration window{};             // longest window of the ranks that count (see JointReplay)
    std::optional<Duration> step;  // longest median step of them; empty: no steps
};

// Where a joint replay places what ranks wait for each other in, on the axis of the set.
struct JointTimeline {
    struct Rank {
        std::vector<TimeRange> kernels;  // of its joint collectives, each once, by begin
        MergedRanges work;               // all its other GPU work
        Time end;                        // of its last GPU work
    };
    JointTimes times;
    std::vector<Rank> ranks;  // as of the set
};

// The replays of all ranks together. A collective's kernel ends on each rank as long after the
// latest arrival as it did in the traces: what one rank does sooner, the others wait less for.
// Kernels beside a wait that an edit removes take as long as alone (SlowedByWait). With an edit the
// arrivals that it removes count for no rank's end, and the window is that of the
// ranks that it does not change: of RemoveLateness and WithoutSlowdown, of the others (of
// BalanceRanks: the lower median of all). A send or receive moves
// with its other side. Collectives are taken in the order of their last arrivals: its ranks are
// replayed up to each one, and what its end moves again, until no arrival moves.
class JointReplay {
public:
    // Refers to both, which must outlive it. `ranks`: those that `set` was made of.
    // O(calls + activities log activities of all ranks).
    JointReplay(std::span<const RankTrace> ranks, const RankSetAnalysis& set);

    // Empty where arrivals do not settle, as of with().
    const std::optional<JointTimes>& unchanged() const { return m_unchanged; }
    // O(calls + activities) where few kernels of a rank communicate at a time; empty where arrivals
    // do not settle.
    std::optional<JointTimes> with(const JointEdit& edit) const { return settle(&edit, 0); }
    // The same with where the collectives then are. Of an edit that stands for all ranks
    // (BalanceRanks) or leaves some out, each rank is where that puts it. With `shown`, on the axis
    // of the set: only the work that overlaps it, for a change that is being dragged.
    std::optional<JointTimeline> timelineWith(const JointEdit& edit,
                                              const std::optional<TimeRange>& shown = {}) const;
    // The same as with(), without the host time that the profiler adds (withoutProfiler()), or
    // without `recording` times as much; a null `edit` changes nothing else.
    std::optional<JointTimes> unprofiled(const JointEdit* edit, std::int64_t recording = 1) const {
        return settle(edit, recording);
    }
    // The largest Replay::modelError() of the ranks.
    double modelError() const { return m_modelError; }
    // Replay::modelError() of each rank.
    std::vector<double> modelErrors() const;
    bool isTrusted() const { return m_modelError <= kReplayTrustError; }

private:
    struct Rank {
        Replay replay;
        std::span<const TimeRange> steps;
        std::vector<SliceId> kernels;     // of the joint collectives, each once
        std::vector<TimeRange> measured;  // of the kernels, in the trace
        AxisClock clock;
        std::vector<ReplayEdit> withoutProfiler;
        std::vector<SlowedByWait> slowed;
    };
    // Arrival of a rank at a collective: which of its kernels.
    struct Arrival {
        std::size_t rank = 0;
        std::size_t kernel = 0;
        Duration afterLast{};  // from the latest arrival to its end, in the traces
    };
    struct Collective {
        bool isSendReceive = false;
        Time lastArrival;  // in the traces
        std::vector<Arrival> arrivals;
    };
    class Run;  // one replay of all ranks

    void addCollectives(const RankSetAnalysis& set);
    // Null: no edit. `recording`: how many times what the profiler adds is taken off; 0: nothing.
    std::optional<JointTimes> settle(const JointEdit* edit, std::int64_t recording) const;
    // Edits of each rank but the lengths of its collectives.
    std::vector<std::vector<ReplayEdit>> editsOf(const JointEdit* edit,
                                                 std::int64_t recording) const;
    std::vector<std::vector<ReplayEdit>> ownEdits(const JointEdit* edit) const;

    std::vector<RankTrace> m_traces;
    const RankSetAnalysis& m_set;
    std::vector<Rank> m_ranks;
    std::vector<Collective> m_collectives;  // by last arrival
    std::optional<JointTimes> m_unchanged;
    double m_modelError = 0;
};

}  // namespace gaplight
