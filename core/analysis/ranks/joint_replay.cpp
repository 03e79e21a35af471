// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/joint_replay.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/ranks/balanced_ranks.h"
#include "core/base/parallel.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

constexpr std::size_t kMinPasses = 100;
constexpr std::size_t kMaxActivities = 2'000'000'000;  // of all passes
constexpr Duration kSettled = std::chrono::microseconds(1);
constexpr Duration kMinKernel = std::chrono::microseconds(1);

// The steps without what is no loop.
std::span<const TimeRange> loopSteps(const Analysis& analysis) {
    return analysis.steps.markers.source == StepSource::None
               ? std::span<const TimeRange>{}
               : std::span<const TimeRange>(analysis.steps.markers.host);
}

// As many as messages may carry a change on, within kMaxActivities.
std::size_t maxPasses(std::span<const RankTrace> ranks, std::size_t messages) {
    std::size_t activities = 1;
    for (const RankTrace& rank : ranks) {
        activities += rank.trace->gpuActivities().size();
    }
    return std::max(kMinPasses, std::min(kMinPasses + messages, kMaxActivities / activities));
}

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
                           loopSteps(*ranks[at].analysis),
                           {},
                           {},
                           set.clocks[at].axis,
                           withoutProfiler(*ranks[at].trace, overhead),
                           {},
                           {}});
    }
    addCollectives(set);
    std::vector<std::vector<ReplayEdit>> balanced = balancedStages(ranks, set);
    for (std::size_t at = 0; at < ranks.size(); ++at) {
        m_ranks[at].asMeanStage = std::move(balanced[at]);
    }
    parallelFor(std::size_t{0}, ranks.size(), [&](std::size_t at) {
        m_ranks[at].slowed = kernelsSlowedByWaits(ranks[at], set, at);
    });
    for (std::size_t at = 0; at < ranks.size(); ++at) {
        for (const SliceId kernel : m_ranks[at].kernels) {
            m_ranks[at].measured.push_back(ranks[at].trace->slices().range(kernel));
        }
    }
    const auto messages =
        std::count_if(m_collectives.begin(), m_collectives.end(),
                      [](const Collective& collective) { return collective.isSendReceive; });
    m_maxPasses = maxPasses(ranks, static_cast<std::size_t>(messages));
    m_unchanged = settle(nullptr, true);
}

void JointReplay::addCollectives(const RankSetAnalysis& set) {
    std::vector<std::map<SliceId, std::size_t>> known(m_ranks.size());
    for (const JointCollective& joint : set.collectives) {
        Collective& collective = m_collectives.emplace_back();
        collective.isSendReceive = joint.isSendReceive;
        const Time last = joint.partOf(joint.last)->kernel.begin;
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
}

std::vector<double> JointReplay::modelErrors() const {
    std::vector<double> errors;
    for (const Rank& rank : m_ranks) {
        errors.push_back(rank.replay.modelError());
    }
    return errors;
}

Time JointReplay::latestArrival(const Collective& collective, const Passes& passes,
                                const JointEdit* edit) const {
    std::vector<Time> arrivals;
    // What a receive waits for is data, not lateness.
    const bool isEditable = edit != nullptr && !collective.isSendReceive;
    for (const Arrival& arrival : collective.arrivals) {
        if (!isEditable || edit->kind != JointEdit::Kind::RemoveLateness ||
            arrival.rank != edit->rank) {
            const Time start = passes[arrival.rank].ranges[arrival.kernel].begin;
            arrivals.push_back(m_ranks[arrival.rank].clock.toAxis(start));
        }
    }
    if (isEditable && edit->kind == JointEdit::Kind::BalanceRanks) {
        return lowerMedian(arrivals);
    }
    return *std::max_element(arrivals.begin(), arrivals.end());
}

JointTimes JointReplay::timesOf(const Passes& passes, const JointEdit* edit) const {
    std::vector<Duration> windows;
    std::vector<Duration> steps;
    for (std::size_t rank = 0; rank < passes.size(); ++rank) {
        const bool isChanged =
            edit != nullptr && edit->kind == JointEdit::Kind::RemoveLateness && edit->rank == rank;
        if (!isChanged) {
            windows.push_back(passes[rank].window.length());
            if (passes[rank].step) {
                steps.push_back(*passes[rank].step);
            }
        }
    }
    JointTimes times;
    if (windows.empty()) {
        return times;
    }
    const bool isBalanced = edit != nullptr && edit->kind == JointEdit::Kind::BalanceRanks;
    const auto choose = [&](std::vector<Duration>& values) {
        return isBalanced ? lowerMedian(values) : *std::max_element(values.begin(), values.end());
    };
    times.window = choose(windows);
    if (!steps.empty()) {
        times.step = choose(steps);
    }
    return times;
}

std::vector<std::vector<ReplayEdit>> JointReplay::editsOf(const JointEdit* edit,
                                                          bool isProfiled) const {
    // Not kept: as many as activities.
    std::vector<std::vector<ReplayEdit>> edits =
        edit != nullptr && edit->kind == JointEdit::Kind::BalanceKernels
            ? balancedKernels(m_traces, m_set)
            : std::vector<std::vector<ReplayEdit>>(m_ranks.size());
    for (std::size_t at = 0; at < m_ranks.size(); ++at) {
        const Rank& rank = m_ranks[at];
        std::vector<ReplayEdit>& own = edits[at];
        if (!isProfiled) {
            own.insert(own.end(), rank.withoutProfiler.begin(), rank.withoutProfiler.end());
        }
        if (edit != nullptr && edit->kind == JointEdit::Kind::BalanceStages) {
            own.insert(own.end(), rank.asMeanStage.begin(), rank.asMeanStage.end());
            continue;
        }
        if (edit != nullptr && edit->kind == JointEdit::Kind::BalanceKernels) {
            continue;
        }
        for (const SlowedByWait& slowed : rank.slowed) {
            if (edit != nullptr &&
                (edit->kind == JointEdit::Kind::BalanceRanks || edit->rank == slowed.awaited)) {
                own.push_back(slowed.withoutWait);
            }
        }
    }
    return edits;
}

JointReplay::Passes JointReplay::pass(const Lengths& lengths,
                                      std::span<const std::vector<ReplayEdit>> others) const {
    Passes passes(m_ranks.size());
    parallelFor(std::size_t{0}, m_ranks.size(), [&](std::size_t at) {
        const Rank& rank = m_ranks[at];
        std::vector<ReplayEdit> edits = others[at];
        for (std::size_t kernel = 0; kernel < rank.kernels.size(); ++kernel) {
            const Duration measured = rank.measured[kernel].length();
            if (measured > Duration{} && lengths[at][kernel] != measured) {
                const double factor = static_cast<double>(ns(lengths[at][kernel])) /
                                      static_cast<double>(ns(measured));
                edits.push_back(
                    {ReplayEdit::Kind::ScaleActivity, rank.kernels[kernel], {}, {}, factor});
            }
        }
        passes[at] = rank.replay.activitiesWith(edits, rank.kernels, rank.steps);
    });
    return passes;
}

JointReplay::Lengths JointReplay::lengthsAfter(const Passes& passes, const JointEdit* edit) const {
    Lengths lengths;
    for (const Rank& rank : m_ranks) {
        lengths.emplace_back(rank.kernels.size(), kMinKernel);
    }
    for (const Collective& collective : m_collectives) {
        const Time last = latestArrival(collective, passes, edit);
        for (const Arrival& arrival : collective.arrivals) {
            const Time begin = m_ranks[arrival.rank].clock.toAxis(
                passes[arrival.rank].ranges[arrival.kernel].begin);
            // A kernel that serves several ends with the last of them.
            Duration& length = lengths[arrival.rank][arrival.kernel];
            length = std::max(length, last + arrival.afterLast - begin);
        }
    }
    return lengths;
}

std::optional<JointTimes> JointReplay::settle(const JointEdit* edit, bool isProfiled) const {
    Lengths lengths;
    for (const Rank& rank : m_ranks) {
        std::vector<Duration>& own = lengths.emplace_back();
        for (const TimeRange& range : rank.measured) {
            own.push_back(range.length());
        }
    }
    const std::vector<std::vector<ReplayEdit>> others = editsOf(edit, isProfiled);
    for (std::size_t count = 0; count < m_maxPasses; ++count) {
        const Passes passes = pass(lengths, others);
        Lengths next = lengthsAfter(passes, edit);
        Duration moved{};
        for (std::size_t at = 0; at < next.size(); ++at) {
            for (std::size_t kernel = 0; kernel < next[at].size(); ++kernel) {
                moved = std::max(moved, std::chrono::abs(next[at][kernel] - lengths[at][kernel]));
            }
        }
        if (moved <= kSettled) {
            return timesOf(passes, edit);
        }
        lengths = std::move(next);
    }
    return std::nullopt;
}

}  // namespace gaplight
