// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/joint_replay.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <utility>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/ranks/balanced_ranks.h"
#include "core/base/parallel.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

constexpr std::size_t kMinPasses = 100;  // at a collective
bool isOfOneRank(const JointEdit& edit) {
    return edit.kind == JointEdit::Kind::RemoveLateness ||
           edit.kind == JointEdit::Kind::WithoutSlowdown;
}

constexpr Duration kMinKernel = std::chrono::microseconds(1);

}  // namespace

JointReplay::JointReplay(std::span<const RankTrace> ranks, const RankSetAnalysis& set)
    : m_traces(ranks.begin(), ranks.end()), m_set(set) {
    std::vector<std::optional<Replay>> replays(ranks.size());
    parallelFor(std::size_t{0}, ranks.size(), [&](std::size_t at) {
        replays[at] = Replay::build(*ranks[at].trace, *ranks[at].launches, *ranks[at].analysis);
    });
    for (std::size_t at = 0; at < ranks.size(); ++at) {
        m_modelError = std::max(m_modelError, replays[at]->modelError());
        const ProfilerOverhead overhead(*ranks[at].trace, *ranks[at].launches);
        m_ranks.push_back({std::move(*replays[at]),
                           hostSteps(*ranks[at].analysis),
                           {},
                           {},
                           set.clocks[at].axis,
                           withoutProfiler(*ranks[at].trace, overhead),
                           {}});
    }
    addCollectives(set);
    parallelFor(std::size_t{0}, ranks.size(), [&](std::size_t at) {
        m_ranks[at].slowed = kernelsSlowedByWaits(ranks[at], set, at);
    });
    for (std::size_t at = 0; at < ranks.size(); ++at) {
        for (const SliceId kernel : m_ranks[at].kernels) {
            m_ranks[at].measured.push_back(ranks[at].trace->slices().range(kernel));
        }
    }
    m_unchanged = settle(nullptr, 0);
}

void JointReplay::addCollectives(const RankSetAnalysis& set) {
    std::vector<std::map<SliceId, std::size_t>> known(m_ranks.size());
    for (const JointCollective& joint : set.collectives) {
        Collective& collective = m_collectives.emplace_back();
        collective.isSendReceive = joint.isSendReceive;
        const Time last = joint.partOf(joint.last)->kernel.begin;
        collective.lastArrival = last;
        for (const RankPart& part : joint.parts) {
            const SliceId kernel = set.calls[part.rank].calls[part.call].kernel;
            std::vector<SliceId>& kernels = m_ranks[part.rank].kernels;
            const auto [at, isNew] = known[part.rank].try_emplace(kernel, kernels.size());
            if (isNew) {
                kernels.push_back(kernel);
            }
            collective.arrivals.push_back({part.rank, at->second, part.kernel.end - last});
        }
    }
    std::ranges::stable_sort(m_collectives, {}, &Collective::lastArrival);
}

std::vector<double> JointReplay::modelErrors() const {
    std::vector<double> errors;
    for (const Rank& rank : m_ranks) {
        errors.push_back(rank.replay.modelError());
    }
    return errors;
}

// Not kept: as many as activities.
std::vector<std::vector<ReplayEdit>> JointReplay::ownEdits(const JointEdit* edit) const {
    using Kind = JointEdit::Kind;
    switch (edit == nullptr ? Kind::BalanceRanks : edit->kind) {
        case Kind::BalanceKernels:
            return balancedKernels(m_traces, m_set);
        case Kind::BalanceStages:
            return balancedStages(m_traces, m_set);
        case Kind::BalanceTokens:
            return balancedTokens(m_traces, m_set);
        case Kind::OfRanks:
            return {edit->ofRanks.begin(), edit->ofRanks.end()};
        default:
            return std::vector<std::vector<ReplayEdit>>(m_ranks.size());
    }
}

namespace {

// What recording takes, `times` as long; the ranges of a thread are in time order.
void addRecording(std::span<const ReplayEdit> recording, std::int64_t times,
                  std::vector<ReplayEdit>& edits) {
    const ReplayEdit* before = nullptr;
    for (const ReplayEdit& one : recording) {
        ReplayEdit longer = one;
        if (before != nullptr && before->track == one.track) {
            longer.range.begin = std::max(one.range.begin, edits.back().range.end);
        }
        longer.range.end = longer.range.begin + one.range.length() * times;
        edits.push_back(longer);
        before = &one;
    }
}

}  // namespace

std::vector<std::vector<ReplayEdit>> JointReplay::editsOf(const JointEdit* edit,
                                                          std::int64_t recording) const {
    std::vector<std::vector<ReplayEdit>> edits = ownEdits(edit);
    for (std::size_t at = 0; at < m_ranks.size(); ++at) {
        const Rank& rank = m_ranks[at];
        std::vector<ReplayEdit>& own = edits[at];
        if (recording > 0) {
            addRecording(rank.withoutProfiler, recording, own);
        }
        for (const SlowedByWait& slowed : rank.slowed) {
            if (edit != nullptr && (edit->kind == JointEdit::Kind::BalanceRanks ||
                                    (isOfOneRank(*edit) && edit->rank == slowed.awaited))) {
                own.push_back(slowed.withoutWait);
            }
        }
    }
    return edits;
}

// All ranks up to some call each. What a collective's end moves is replayed again, on the ranks
// that it moves and from there on.
class JointReplay::Run {
public:
    Run(const JointReplay& joint, const JointEdit* edit, std::int64_t recording)
        : m_joint(joint), m_edit(edit), m_served(joint.m_ranks.size()) {
        const std::vector<std::vector<ReplayEdit>> edits = joint.editsOf(edit, recording);
        for (std::size_t at = 0; at < joint.m_ranks.size(); ++at) {
            const JointReplay::Rank& rank = joint.m_ranks[at];
            RankRun& run =
                m_ranks.emplace_back(PartialReplay(rank.replay, edits[at], rank.kernels));
            run.begins.resize(rank.kernels.size(), Time::min());
            run.byCall.resize(rank.kernels.size());
            std::iota(run.byCall.begin(), run.byCall.end(), std::size_t{0});
            std::ranges::stable_sort(run.byCall, {},
                                     [&](std::size_t kernel) { return run.replay.callOf(kernel); });
            m_served[at].resize(rank.kernels.size());
        }
        for (std::size_t at = 0; at < joint.m_collectives.size(); ++at) {
            for (const Arrival& arrival : joint.m_collectives[at].arrivals) {
                m_served[arrival.rank][arrival.kernel].push_back({at, arrival.afterLast});
            }
        }
        m_isTouched.resize(joint.m_collectives.size());
        m_lastArrival.resize(joint.m_collectives.size());
    }

    // Empty where the arrivals of a collective do not settle.
    [[nodiscard]] std::optional<JointTimes> take() {
        for (m_taken = 0; m_taken < m_joint.m_collectives.size();) {
            for (const Arrival& arrival : m_joint.m_collectives[m_taken].arrivals) {
                RankRun& rank = m_ranks[arrival.rank];
                rank.end = std::max(rank.end, rank.replay.callOf(arrival.kernel) + 1);
            }
            touch(m_taken++);
            if (!settle()) {
                return std::nullopt;
            }
        }
        for (RankRun& rank : m_ranks) {
            rank.end = rank.replay.calls();
            runFrom(rank, rank.next);
        }
        return times();
    }

    // Once taken.
    JointTimeline timeline(const std::optional<TimeRange>& shown) const {
        JointTimeline timeline;
        timeline.times = times();
        timeline.ranks.resize(m_ranks.size());
        parallelFor(std::size_t{0}, m_ranks.size(), [&](std::size_t at) {
            const PartialReplay& replay = m_ranks[at].replay;
            const AxisClock& clock = m_joint.m_ranks[at].clock;
            JointTimeline::Rank& rank = timeline.ranks[at];
            for (std::size_t kernel = 0; kernel < m_joint.m_ranks[at].kernels.size(); ++kernel) {
                rank.kernels.push_back(clock.toAxis(replay.range(kernel)));
            }
            std::ranges::sort(rank.kernels, {}, &TimeRange::begin);
            const auto inTrace = shown ? std::optional(TimeRange{clock.fromAxis(shown->begin),
                                                                 clock.fromAxis(shown->end)})
                                       : std::nullopt;
            const MergedRanges work = replay.otherWork(inTrace);
            for (const TimeRange& range : work.ranges()) {
                rank.work.add(clock.toAxis(range));
            }
            rank.end = clock.toAxis(replay.window().end);
        });
        return timeline;
    }

private:
    struct RankRun {
        explicit RankRun(PartialReplay partial) : replay(std::move(partial)) {}

        PartialReplay replay;
        std::uint32_t end = 0;            // replayed up to this call
        std::uint32_t next = 0;           // the first one to replay, again or for the first time
        std::vector<Time> begins;         // of each kernel, as it was replayed last
        std::vector<std::size_t> byCall;  // kernels
    };

    // A collective that a kernel serves.
    struct Served {
        std::size_t collective = 0;
        Duration afterLast{};  // Arrival::afterLast
    };

    static void runFrom(RankRun& rank, std::uint32_t first) {
        if (first < rank.end) {
            rank.replay.run(first, rank.end);
        }
        rank.next = rank.end;
    }

    bool settle() {
        const std::size_t maxPasses = kMinPasses + m_taken;
        for (std::size_t pass = 0; pass < maxPasses; ++pass) {
            for (std::size_t at = 0; at < m_ranks.size(); ++at) {
                advance(at);
            }
            if (m_touched.empty()) {
                return true;
            }
            for (const std::size_t collective : m_touched) {
                m_isTouched[collective] = false;
                m_lastArrival[collective] = latestArrival(m_joint.m_collectives[collective]);
            }
            for (const std::size_t collective : std::exchange(m_touched, {})) {
                for (const Arrival& arrival : m_joint.m_collectives[collective].arrivals) {
                    setLength(arrival.rank, arrival.kernel);
                }
            }
        }
        return false;
    }

    // Replays a rank up to its end; touches the collectives at which it now arrives at another
    // time.
    void advance(std::size_t at) {
        RankRun& rank = m_ranks[at];
        if (rank.next >= rank.end) {
            return;
        }
        auto kernel = std::ranges::lower_bound(
            rank.byCall, rank.next, {}, [&](std::size_t one) { return rank.replay.callOf(one); });
        runFrom(rank, rank.next);
        for (; kernel != rank.byCall.end() && rank.replay.callOf(*kernel) < rank.end; ++kernel) {
            const Time begin = rank.replay.range(*kernel).begin;
            if (std::exchange(rank.begins[*kernel], begin) != begin) {
                for (const Served& served : m_served[at][*kernel]) {
                    touch(served.collective);
                }
            }
        }
    }

    void touch(std::size_t collective) {
        if (collective < m_taken && !m_isTouched[collective]) {
            m_isTouched[collective] = true;
            m_touched.push_back(collective);
        }
    }

    // A kernel that serves several ends with the last of them; those that are not reached end as
    // in the trace.
    void setLength(std::size_t at, std::size_t kernel) {
        RankRun& rank = m_ranks[at];
        const Duration measured = m_joint.m_ranks[at].measured[kernel].length();
        if (measured <= Duration{}) {
            return;
        }
        const Time begin = m_joint.m_ranks[at].clock.toAxis(rank.replay.range(kernel).begin);
        Duration length = kMinKernel;
        for (const Served& one : m_served[at][kernel]) {
            length = std::max(length, one.collective < m_taken
                                          ? m_lastArrival[one.collective] + one.afterLast - begin
                                          : measured);
        }
        if (length != rank.replay.duration(kernel)) {
            rank.replay.setDuration(kernel, length);
            rank.next = std::min(rank.next, rank.replay.callOf(kernel));
        }
    }

    Time latestArrival(const Collective& collective) const {
        std::vector<Time> arrivals;
        // What a receive waits for is data, not lateness.
        const bool isEditable = m_edit != nullptr && !collective.isSendReceive;
        for (const Arrival& arrival : collective.arrivals) {
            if (!isEditable || m_edit->kind != JointEdit::Kind::RemoveLateness ||
                arrival.rank != m_edit->rank) {
                arrivals.push_back(m_joint.m_ranks[arrival.rank].clock.toAxis(
                    m_ranks[arrival.rank].replay.range(arrival.kernel).begin));
            }
        }
        if (isEditable && m_edit->kind == JointEdit::Kind::BalanceRanks) {
            return lowerMedian(arrivals);
        }
        return *std::max_element(arrivals.begin(), arrivals.end());
    }

    JointTimes times() const {
        std::vector<Duration> windows;
        std::vector<Duration> steps;
        for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
            const bool isChanged =
                m_edit != nullptr && isOfOneRank(*m_edit) && m_edit->rank == rank;
            if (!isChanged) {
                const PartialReplay& replay = m_ranks[rank].replay;
                windows.push_back(replay.window().length());
                if (const auto step = replay.step(m_joint.m_ranks[rank].steps)) {
                    steps.push_back(*step);
                }
            }
        }
        JointTimes times;
        if (windows.empty()) {
            return times;
        }
        const bool isBalanced = m_edit != nullptr && m_edit->kind == JointEdit::Kind::BalanceRanks;
        const auto choose = [&](std::vector<Duration>& values) {
            return isBalanced ? lowerMedian(values)
                              : *std::max_element(values.begin(), values.end());
        };
        times.window = choose(windows);
        if (!steps.empty()) {
            times.step = choose(steps);
        }
        return times;
    }

    const JointReplay& m_joint;
    const JointEdit* m_edit;
    std::vector<RankRun> m_ranks;
    std::vector<std::vector<std::vector<Served>>> m_served;  // per rank and kernel
    std::size_t m_taken = 0;  // collectives before this one are taken
    std::vector<std::size_t> m_touched;
    std::vector<bool> m_isTouched;    // per collective
    std::vector<Time> m_lastArrival;  // of those that are taken, as they were replayed last
};

std::optional<JointTimes> JointReplay::settle(const JointEdit* edit, std::int64_t recording) const {
    return Run(*this, edit, recording).take();
}

std::optional<JointTimeline> JointReplay::timelineWith(
    const JointEdit& edit, const std::optional<TimeRange>& shown) const {
    Run run(*this, &edit, 0);
    return run.take() ? std::optional(run.timeline(shown)) : std::nullopt;
}

}  // namespace gaplight
