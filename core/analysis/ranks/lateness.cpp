// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/lateness.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>

#include "core/analysis/causes/held_up_calls.h"
#include "core/analysis/torch/place.h"
#include "core/base/intervals.h"
#include "core/base/parallel.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

constexpr std::size_t kNamedKernels = 3;

using Parts = std::array<Duration, static_cast<std::size_t>(LatenessPart::Count_)>;

Duration& partIn(Parts& parts, LatenessPart part) {
    return parts[static_cast<std::size_t>(part)];
}

std::vector<TimeRange> copyOf(const CoveredRanges& covered) {
    return {covered.ranges().begin(), covered.ranges().end()};
}

// When calls are held up, as rules about one trace find them: each at its end.
std::vector<TimeRange> heldUpRanges(const RankTrace& rank) {
    const PlaceFinder places(*rank.trace, rank.analysis->annotationSlices);
    const HeldUpCalls heldUp =
        HeldUpCalls::find(*rank.trace, *rank.launches, *rank.analysis, places);
    std::vector<TimeRange> ranges;
    for (const HeldUpCall& call : heldUp.calls()) {
        ranges.push_back({call.range.end - call.heldUp, call.range.end});
    }
    return ranges;
}

// Duration of each kind of kernel that several ranks run alike: the median of theirs.
using TypicalKernels = std::map<KernelKind, Duration>;

TypicalKernels typicalKernels(std::span<const KernelsOfRank> kernels) {
    std::map<KernelKind, std::vector<Duration>> medians;
    for (const KernelsOfRank& ofRank : kernels) {
        for (const auto& [kind, runs] : ofRank) {
            if (hasShape(kind) && runs.isComparable()) {
                medians[kind].push_back(runs.median);
            }
        }
    }
    TypicalKernels typical;
    for (auto& [kind, ofRanks] : medians) {
        if (ofRanks.size() > 1) {
            typical.emplace(kind, lowerMedian(ofRanks));
        }
    }
    return typical;
}

// What the GPU of one rank runs besides communication, by start, with sums of durations.
class RankWork {
public:
    RankWork(const RankTrace& rank, const CommCalls& calls, const AxisClock& clock,
             const KernelsOfRank& own, const TypicalKernels& typical) {
        const Trace& trace = *rank.trace;
        const std::unordered_set<SliceId> communication(calls.kernels.begin(), calls.kernels.end());
        for (const GpuActivity& activity : trace.gpuActivities()) {
            if ((!calls.gpu || activity.gpu == *calls.gpu) &&
                !communication.contains(activity.slice)) {
                const auto kind = own.find(kernelKind(trace, activity.slice));
                m_runs.push_back({clock.toAxis(trace.slices().start(activity.slice)),
                                  activity.slice, &kind->first});
            }
        }
        std::ranges::stable_sort(m_runs, {}, &KernelRun::start);
        for (KernelRun& run : m_runs) {
            const KernelRuns& runs = own.at(*run.kind);
            const auto usual = runs.isComparable() ? typical.find(*run.kind) : typical.end();
            run.typical =
                usual == typical.end() ? trace.slices().duration(run.slice) : usual->second;
            addClamped(m_typical, run.typical);
            m_longer += usual == typical.end() ? Duration{} : runs.median - usual->second;
            run.typicalUpTo = m_typical;
            run.longerUpTo = m_longer;
        }
    }

    struct Sums {
        Duration typical{};  // of what starts in the range
        Duration longer{};   // by how much it takes longer
    };
    Sums within(TimeRange range) const {
        const Sums end = before(range.end);
        const Sums begin = before(range.begin);
        return {end.typical - begin.typical, end.longer - begin.longer};
    }

    // Adds the runs of a range, `sign` times, by the kernel's name.
    void count(TimeRange range, std::int64_t sign,
               std::map<std::string_view, MoreOfKernel>& kernels) const {
        for (auto run = std::ranges::lower_bound(m_runs, range.begin, {}, &KernelRun::start);
             run != m_runs.end() && run->start < range.end; ++run) {
            MoreOfKernel& kernel = kernels[run->kind->first];
            kernel.name = run->kind->first;
            kernel.runs += sign;
            kernel.time += run->typical * sign;
        }
    }

private:
    struct KernelRun {
        Time start;  // on the axis
        SliceId slice;
        const KernelKind* kind = nullptr;
        Duration typical{};
        Duration typicalUpTo{};  // sums, with this one
        Duration longerUpTo{};
    };

    Sums before(Time time) const {
        const auto next = std::ranges::lower_bound(m_runs, time, {}, &KernelRun::start);
        return next == m_runs.begin()
                   ? Sums{}
                   : Sums{std::prev(next)->typicalUpTo, std::prev(next)->longerUpTo};
    }

    std::vector<KernelRun> m_runs;
    Duration m_typical{};
    Duration m_longer{};
};

// Adds `amount`, divided as `weights` are, which are not negative; what is left of rounding is of
// the largest.
void addShares(Parts& parts, const Parts& weights, Duration amount) {
    __extension__ using Wide = __int128;
    Wide sum = 0;
    for (const Duration weight : weights) {
        sum += weight.count();
    }
    if (sum == 0) {
        return;
    }
    Duration left = amount;
    for (std::size_t at = 0; at < weights.size(); ++at) {
        const Duration share(
            static_cast<std::int64_t>(Wide{amount.count()} * weights[at].count() / sum));
        parts[at] += share;
        left -= share;
    }
    parts[static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin())] += left;
}

Duration sumOf(const Parts& parts) {
    Duration sum{};
    for (const Duration part : parts) {
        addClamped(sum, part);
    }
    return sum;
}

class LatenessMeasure {
public:
    LatenessMeasure(std::span<const RankTrace> ranks, const RankSetAnalysis& set,
                    std::span<const KernelsOfRank> kernels, std::size_t rank)
        : m_ranks(ranks), m_set(set) {
        m_late.rank = rank;
        const TypicalKernels typical = typicalKernels(kernels);
        std::vector<std::optional<RankWork>> work(ranks.size());
        parallelFor(std::size_t{0}, ranks.size(), [&](std::size_t at) {
            work[at].emplace(ranks[at], set.calls[at], set.clocks[at].axis, kernels[at], typical);
        });
        for (std::size_t at = 0; at < ranks.size(); ++at) {
            m_work.push_back(std::move(*work[at]));
            std::vector<TimeRange> waits;
            for (const JointWait& wait : set.waiting[at].waits) {
                waits.push_back(wait.range);
            }
            m_waits.emplace_back(rangesOutside(waits, copyOf(set.timelines[at].compute)));
        }
        std::vector<TimeRange> heldUp = heldUpRanges(ranks[rank]);
        for (TimeRange& range : heldUp) {
            range = set.clocks[rank].axis.toAxis(range);
        }
        m_heldUp = CoveredRanges(rangesOutside(copyOf(unionOfRanges(std::move(heldUp))),
                                               copyOf(set.timelines[rank].busy)));
    }

    Lateness take() {
        std::vector<const JointCollective*> last;
        for (const JointCollective& joint : m_set.collectives) {
            if (!joint.isSendReceive && joint.last == m_late.rank) {
                last.push_back(&joint);
            }
        }
        std::ranges::stable_sort(last, {}, [&](const JointCollective* joint) {
            return joint->partOf(m_late.rank)->kernel.begin;
        });
        findCollectivesBefore();
        for (const JointCollective* joint : last) {
            add(*joint);
        }
        countWork();
        nameWork();
        return std::move(m_late);
    }

private:
    // Where ranks were together before they arrive at a collective; a begin for each part.
    struct Approaches {
        std::vector<TimeRange> ranges;
        bool isTogether = false;
    };

    bool hasSteps() const {
        return std::ranges::all_of(m_ranks, [](const RankTrace& rank) {
            return rank.analysis->steps.markers.source != StepSource::None;
        });
    }

    void findCollectivesBefore() {
        std::map<std::pair<std::size_t, std::size_t>, const JointCollective*> known;
        if (!hasSteps()) {
            for (const JointCollective& joint : m_set.collectives) {
                if (!joint.isSendReceive) {
                    known[{joint.communicator, joint.ordinal}] = &joint;
                }
            }
        }
        for (const auto& [key, joint] : known) {
            const auto before =
                key.second == 0 ? known.end() : known.find({key.first, key.second - 1});
            m_before[joint] = before == known.end() ? nullptr : before->second;
        }
    }

    Approaches approachesOf(const JointCollective& joint) const {
        const auto known = m_before.find(&joint);
        const JointCollective* before = known == m_before.end() ? nullptr : known->second;
        Approaches approaches;
        approaches.isTogether =
            before != nullptr ||
            (m_before.empty() && std::ranges::all_of(joint.parts, &RankPart::isEntryKnown));
        for (const RankPart& part : joint.parts) {
            const RankPart* earlier = before == nullptr ? nullptr : before->partOf(part.rank);
            const Time entry = earlier == nullptr ? part.entry : earlier->kernel.end;
            approaches.ranges.push_back({std::min(entry, part.kernel.begin), part.kernel.begin});
        }
        return approaches;
    }

    // What a rank spent an approach on. Of CaptureStart: how late it began.
    Parts spentIn(std::size_t rank, TimeRange range) const {
        Parts spent{};
        const RankWork::Sums work = m_work[rank].within(range);
        const Duration waiting = m_waits[rank].within(range);
        partIn(spent, LatenessPart::MoreWork) = work.typical;
        partIn(spent, LatenessPart::SlowerKernels) = work.longer;
        partIn(spent, LatenessPart::OwnWaiting) = waiting;
        partIn(spent, LatenessPart::Host) =
            range.length() - m_set.timelines[rank].compute.within(range) - waiting;
        partIn(spent, LatenessPart::CaptureStart) = range.begin.time_since_epoch();
        return spent;
    }

    // What the late rank spent longer on than the median of the others; nothing below zero.
    Parts excessOf(const JointCollective& joint, const Approaches& approaches) {
        std::vector<Parts> others;
        Parts excess{};
        TimeRange own;
        for (std::size_t at = 0; at < joint.parts.size(); ++at) {
            const Parts spent = spentIn(joint.parts[at].rank, approaches.ranges[at]);
            if (joint.parts[at].rank == m_late.rank) {
                excess = spent;
                own = approaches.ranges[at];
            } else {
                others.push_back(spent);
            }
        }
        for (std::size_t at = 0; at < excess.size(); ++at) {
            excess[at] -= lowerMedianOf(others, [&](const Parts& one) { return one[at]; });
            excess[at] = std::max(excess[at], Duration{});
        }
        Duration& host = partIn(excess, LatenessPart::Host);
        partIn(excess, LatenessPart::HostHeldUp) = std::min(host, m_heldUp.within(own));
        host -= partIn(excess, LatenessPart::HostHeldUp);
        if (approaches.isTogether) {
            partIn(excess, LatenessPart::CaptureStart) = {};
        }
        return excess;
    }

    void add(const JointCollective& joint) {
        const Approaches approaches = approachesOf(joint);
        const auto self = static_cast<std::size_t>(joint.partOf(m_late.rank) - joint.parts.data());
        const Time entry = approaches.ranges[self].begin;
        if (entry != m_entry) {
            countWork();
            m_entry = entry;
            m_given = {};
        }
        Parts parts{};
        const Duration late = joint.isLate ? joint.lateness : joint.lead;
        if (!approaches.isTogether && !hasSteps()) {
            partIn(parts, LatenessPart::CaptureStart) = late;
        } else {
            parts = divided(excessOf(joint, approaches), late);
        }
        for (std::size_t at = 0; at < parts.size(); ++at) {
            addClamped(m_given[at], parts[at]);
            addClamped(m_late.parts[at], joint.isLate ? parts[at] : Duration{});
        }
        if (joint.isLate) {
            m_toCount = &joint;
        }
    }

    // First what was not the reason of an earlier collective since the same entry.
    Parts divided(const Parts& excess, Duration late) const {
        Parts left{};
        for (std::size_t at = 0; at < excess.size(); ++at) {
            left[at] = std::max(Duration{}, excess[at] - m_given[at]);
        }
        Parts parts{};
        const Duration explained = std::min(late, sumOf(excess));
        const Duration first = std::min(explained, sumOf(left));
        addShares(parts, left, first);
        addShares(parts, excess, explained - first);
        partIn(parts, LatenessPart::Unknown) = late - explained;
        return parts;
    }

    // Of the last late collective since an entry: what its approach has more than that of the
    // median rank.
    void countWork() {
        const JointCollective* joint = std::exchange(m_toCount, nullptr);
        if (joint == nullptr) {
            return;
        }
        const Approaches approaches = approachesOf(*joint);
        std::vector<std::pair<Duration, std::size_t>> others;
        for (std::size_t at = 0; at < joint->parts.size(); ++at) {
            const std::size_t rank = joint->parts[at].rank;
            if (rank == m_late.rank) {
                m_work[rank].count(approaches.ranges[at], 1, m_kernels);
            } else {
                others.emplace_back(m_work[rank].within(approaches.ranges[at]).typical, at);
            }
        }
        const std::size_t median = lowerMedian(others).second;
        m_work[joint->parts[median].rank].count(approaches.ranges[median], -1, m_kernels);
    }

    void nameWork() {
        if (m_late.of(LatenessPart::MoreWork) <= Duration{}) {
            return;
        }
        for (const auto& [name, kernel] : m_kernels) {
            if (kernel.time > Duration{}) {
                m_late.work.push_back(kernel);
            }
        }
        std::ranges::stable_sort(m_late.work, std::ranges::greater{}, &MoreOfKernel::time);
        m_late.work.resize(std::min(m_late.work.size(), kNamedKernels));
    }

    std::span<const RankTrace> m_ranks;
    const RankSetAnalysis& m_set;
    std::vector<RankWork> m_work;
    std::vector<CoveredRanges> m_waits;  // of each rank, while it does not compute
    CoveredRanges m_heldUp;              // of the late rank, while its GPU has nothing to run
    // Where steps are not known: the collective before, null for the first of a group.
    std::map<const JointCollective*, const JointCollective*> m_before;
    Lateness m_late;
    Time m_entry = Time::min();  // since which m_given were late
    Parts m_given{};
    const JointCollective* m_toCount = nullptr;
    std::map<std::string_view, MoreOfKernel> m_kernels;
};

}  // namespace

std::string_view latenessPartName(LatenessPart part) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(LatenessPart::Count_)> kNames{
        "more-work",   "slower-kernels", "host",   "host-held-up",
        "own-waiting", "capture-start",  "unknown"};
    return kNames[static_cast<std::size_t>(part)];
}

Duration Lateness::total() const {
    return sumOf(parts);
}

LatenessPart Lateness::largest() const {
    return static_cast<LatenessPart>(std::ranges::max_element(parts) - parts.begin());
}

Lateness latenessOf(std::span<const RankTrace> ranks, const RankSetAnalysis& set,
                    std::span<const KernelsOfRank> kernels, std::size_t rank) {
    Lateness late = LatenessMeasure(ranks, set, kernels, rank).take();
    if (late.of(LatenessPart::Host) + late.of(LatenessPart::HostHeldUp) > Duration{}) {
        late.host = hostExcessOf(ranks, set, rank);
    }
    return late;
}

}  // namespace gaplight
