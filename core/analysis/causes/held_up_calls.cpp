// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/held_up_calls.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/analysis/host/recorded_overhead.h"
#include "core/analysis/idle/gap_reason.h"
#include "core/analysis/idle/idle_call_tree.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/startup/first_launches.h"
#include "core/base/intervals.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

// From the begin of a gap until the launch call that ends it returns.
TimeRange hostTimeOf(const Trace& trace, const Gap& gap) {
    return {gap.begin, std::min(gap.end, trace.slices().end(gap.launch))};
}

bool isHosts(const Gap& gap) {
    return gap.launch.isValid() &&
           (gap.trigger == GapTrigger::HostLate || gap.trigger == GapTrigger::AfterSync);
}

// Moves the tree there. The time of each of its calls without the calls inside it.
std::vector<Duration> ownTimes(IdleCallTree& tree, TrackId thread, TimeRange range) {
    tree.jumpTo(thread, range);
    const std::span<const IdleCall> calls = tree.calls();
    std::vector<Duration> own(calls.size());
    for (std::size_t at = 0; at < calls.size(); ++at) {
        const Duration inside = tree.inside(calls[at]).length();
        own[at] += inside;
        if (calls[at].parent != IdleCallTree::kNoCall) {
            own[calls[at].parent] -= inside;
        }
    }
    return own;
}

struct LongCall {
    SliceId slice;
    Duration own{};  // without the calls inside it, also where the GPU was busy
    std::size_t depth = 0;
};

// The calls of one function at one place.
using CallKind = std::vector<SliceId>;

struct KindLengths {
    Duration median{};
    Duration limit{};  // longer ones are outliers
    std::size_t outliers = 0;
};

class OutlierSearch {
public:
    OutlierSearch(const Trace& trace, const LaunchIndex& launches, const Analysis& analysis,
                  const PlaceFinder& places)
        : m_trace(trace),
          m_slices(trace.slices()),
          m_firstLaunches(trace, launches),
          m_analysis(analysis),
          m_places(places) {}

    std::vector<HeldUpCall> run() {
        addOverhead();
        for (const DeviceAnalysis& device : m_analysis.devices) {
            for (std::size_t at = 0; at < device.gaps.size(); ++at) {
                const Gap& gap = device.gaps[at];
                if (gap.length() > HeldUpCalls::kMinTime && isHosts(gap) &&
                    !isTakenOut(device.gapReason[at])) {
                    addLongCalls(gap);
                }
            }
        }
        joinCalls();
        measureKinds();
        std::ranges::stable_sort(m_long, std::ranges::greater(), &LongCall::depth);
        std::vector<HeldUpCall> found;
        for (const LongCall& call : m_long) {
            addOutlier(call, found);
        }
        std::ranges::sort(found, {}, &HeldUpCall::slice);
        return found;
    }

private:
    void addOverhead() {
        for (const RecordedOverhead& one : recordedOverhead(m_trace)) {
            m_overheadOf[one.call] += one.range.length();
            for (SliceId up = one.call; up.isValid(); up = m_slices.parent(up)) {
                m_heldUpInside[up] += one.range.length();
            }
        }
    }

    bool canBeHeldUp(SliceId slice) const {
        const StringId name = m_slices.name(slice);
        const SliceKind kind = m_trace.kind(slice);
        if (isApiCall(kind)) {
            const ApiCall call = m_analysis.names.apiCall(name);
            return call == ApiCall::Other || call == ApiCall::Launch;
        }
        return (kind == SliceKind::CpuOp || kind == SliceKind::PythonFunction ||
                kind == SliceKind::UserAnnotation) &&
               m_analysis.names.hostWork(name) == HostWork::Ordinary;
    }

    // Whether a call around a slice does work that is slow for a reason.
    bool isInOtherWork(SliceId slice) const {
        for (SliceId up = slice; up.isValid(); up = m_slices.parent(up)) {
            if (m_analysis.names.hostWork(m_slices.name(up)) != HostWork::Ordinary) {
                return true;
            }
        }
        return m_analysis.firstUse.contains(m_trace, slice);
    }

    void addLongCalls(const Gap& gap) {
        const std::vector<Duration> own =
            ownTimes(m_tree, m_trace.trackOf(gap.launch), hostTimeOf(m_trace, gap));
        for (std::size_t at = 0; at < own.size(); ++at) {
            if (own[at] > HeldUpCalls::kMinTime && canBeHeldUp(m_tree.calls()[at].slice)) {
                m_long.push_back({m_tree.calls()[at].slice, own[at], 0});
            }
        }
    }

    // A call may reach over several gaps, of several GPUs, and be held up where the GPU is busy.
    void joinCalls() {
        std::sort(m_long.begin(), m_long.end(),
                  [](const LongCall& a, const LongCall& b) { return a.slice < b.slice; });
        std::vector<LongCall> joined;
        for (const LongCall& call : m_long) {
            if ((joined.empty() || joined.back().slice != call.slice) &&
                !isInOtherWork(call.slice)) {
                joined.push_back({call.slice, ownTimeOf(call.slice), depthOf(call.slice)});
            }
        }
        m_long = std::move(joined);
    }

    std::size_t depthOf(SliceId slice) const {
        std::size_t depth = 0;
        for (SliceId up = m_slices.parent(slice); up.isValid(); up = m_slices.parent(up)) {
            ++depth;
        }
        return depth;
    }

    Duration ownTimeOf(SliceId slice) {
        const std::vector<Duration> own =
            ownTimes(m_tree, m_trace.trackOf(slice), m_slices.range(slice));
        const auto call = std::ranges::find(m_tree.calls(), slice, &IdleCall::slice);
        return own[static_cast<std::size_t>(call - m_tree.calls().begin())];
    }

    using KindKey = std::pair<StringId, Place>;

    KindKey kindOf(SliceId slice) const {
        const SliceId around = m_slices.parent(slice);
        return {m_places.functionOf(m_slices.name(slice)),
                around.isValid() ? m_places.placeOf(around) : Place{}};
    }

    void measureKinds() {
        if (m_long.empty()) {
            return;
        }
        std::vector<std::uint8_t> isWanted(m_trace.strings().size());
        for (const LongCall& call : m_long) {
            isWanted[m_places.functionOf(m_slices.name(call.slice)).index()] = 1;
        }
        const auto isWantedCall = [&](SliceId slice) {
            return isWanted[m_places.functionOf(m_slices.name(slice)).index()] != 0;
        };
        for (const SliceId slice : scanSlices(m_trace, isWantedCall)) {
            const KindKey key = kindOf(slice);
            m_kinds[key].push_back(slice);
            m_functions[key.first].push_back(slice);
            m_firstOf.try_emplace({key.first, m_trace.trackOf(slice)}, slice);  // in time order
        }
    }

    // Without the time in which calls inside it were held up.
    Duration lengthOf(SliceId call) const {
        const auto inside = m_heldUpInside.find(call);
        return m_slices.duration(call) -
               (inside == m_heldUpInside.end() ? Duration::zero() : inside->second);
    }

    void addOutlier(const LongCall& call, std::vector<HeldUpCall>& found) {
        const KindKey key = kindOf(call.slice);
        const CallKind& place = m_kinds[key];
        const CallKind& kind =
            place.size() < HeldUpCalls::kMinCalls ? m_functions[key.first] : place;
        if (kind.size() < HeldUpCalls::kMinCalls) {
            return;
        }
        const KindLengths& lengths = lengthsOf(kind);
        const Duration more = lengthOf(call.slice) - lengths.median;
        const auto overhead = m_overheadOf.find(call.slice);
        const Duration own =
            overhead == m_overheadOf.end() ? call.own : call.own - overhead->second;
        const Duration heldUp = std::min(own, more);
        if (lengthOf(call.slice) <= lengths.limit || heldUp <= HeldUpCalls::kMinTime ||
            heldUp * 2 < more ||
            (lengths.outliers > 1 && lengths.outliers * HeldUpCalls::kMaxPart > kind.size()) ||
            m_firstLaunches.makesFirst(call.slice)) {
            return;
        }
        found.push_back({call.slice, m_slices.range(call.slice), lengths.median, heldUp,
                         m_firstOf[{key.first, m_trace.trackOf(call.slice)}] == call.slice});
        for (SliceId up = m_slices.parent(call.slice); up.isValid(); up = m_slices.parent(up)) {
            m_heldUpInside[up] += heldUp;
            forgetLengths(kindOf(up));
        }
    }

    // Measured once, unless a call inside one of its calls is found to be held up.
    const KindLengths& lengthsOf(const CallKind& kind) {
        const auto [known, isNew] = m_lengths.try_emplace(&kind);
        if (isNew) {
            std::vector<Duration> lengths(kind.size());
            std::ranges::transform(kind, lengths.begin(),
                                   [&](SliceId one) { return lengthOf(one); });
            KindLengths& measured = known->second;
            measured.median = lowerMedian(lengths);
            measured.limit =
                std::max(measured.median * HeldUpCalls::kFactor, HeldUpCalls::kMinTime);
            measured.outliers = static_cast<std::size_t>(std::ranges::count_if(
                lengths, [&](Duration time) { return time > measured.limit; }));
        }
        return known->second;
    }

    void forgetLengths(const KindKey& key) {
        if (const auto kind = m_kinds.find(key); kind != m_kinds.end()) {
            m_lengths.erase(&kind->second);
            m_lengths.erase(&m_functions[key.first]);
        }
    }

    const Trace& m_trace;
    const SliceTable& m_slices;
    FirstLaunches m_firstLaunches;
    const Analysis& m_analysis;
    const PlaceFinder& m_places;
    IdleCallTree m_tree{m_trace};
    std::vector<LongCall> m_long;                          // by slice, once they are joined
    std::unordered_map<SliceId, Duration> m_heldUpInside;  // by the calls around
    std::unordered_map<SliceId, Duration> m_overheadOf;    // by the call it was recorded in
    std::map<KindKey, CallKind> m_kinds;
    std::unordered_map<const CallKind*, KindLengths> m_lengths;
    std::unordered_map<StringId, CallKind> m_functions;
    std::map<std::pair<StringId, TrackId>, SliceId> m_firstOf;  // by function and thread
};

}  // namespace

HeldUpCalls HeldUpCalls::find(const Trace& trace, const LaunchIndex& launches,
                              const Analysis& analysis, const PlaceFinder& places) {
    HeldUpCalls found;
    found.m_calls = OutlierSearch(trace, launches, analysis, places).run();
    return found;
}

Duration HeldUpCalls::timeIn(const Trace& trace, const Gap& gap) const {
    if (m_calls.empty() || !isHosts(gap)) {
        return {};
    }
    const TimeRange host = hostTimeOf(trace, gap);
    const Track& thread = trace.tracks()[trace.trackOf(gap.launch).index()];
    const std::size_t end = thread.firstSlice.index() + thread.sliceCount;
    Duration heldUp{};
    IdleCallTree tree(trace);
    std::vector<Duration> own;  // in the gap, once it is needed
    auto call = std::partition_point(m_calls.begin(), m_calls.end(), [&](const HeldUpCall& one) {
        return one.slice < thread.firstSlice;
    });
    for (; call != m_calls.end() && call->slice.index() < end && call->range.begin < host.end;
         ++call) {
        if (call->range.end <= host.begin) {
            continue;
        }
        if (own.empty()) {
            own = ownTimes(tree, trace.trackOf(gap.launch), host);
        }
        const auto at = std::ranges::find(tree.calls(), call->slice, &IdleCall::slice);
        if (at != tree.calls().end()) {
            heldUp +=
                std::min(call->heldUp, own[static_cast<std::size_t>(at - tree.calls().begin())]);
        }
    }
    return heldUp;
}

}  // namespace gaplight
