// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/host_excess.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/base/parallel.h"
#include "core/base/share.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

// Of what all outermost annotations take longer: from there on one of them is where it is.
constexpr std::int64_t kMinMainPercent = 66;
// Kinds of call (name, and name of the operator around it) are compared from so many calls on.
constexpr std::size_t kMinKindCalls = 5;
// One factor: all but a tenth of the calls, by time, take kMinFactor times as long or more, the
// median kMinMedianFactor times, and those far from the middle differ by up to kMaxSpread.
constexpr double kMinFactor = 1.1;
constexpr double kMinMedianFactor = 1.2;
constexpr double kMaxSpread = 1.5;
constexpr double kMaxOutside = 0.1;

struct PlaceTime {
    Duration time{};
    Duration recording{};  // of all threads meanwhile; where it is wanted
    bool isOutermost = false;
};
using PlaceTimes = std::map<std::string, PlaceTime>;

bool isWait(const RankTrace& rank, SliceId slice) {
    return isApiCall(rank.trace->kind(slice)) &&
           rank.analysis->names.apiCall(rank.trace->slices().name(slice)) == ApiCall::Blocking;
}

// By the model of all threads that record.
Duration recordingIn(const Trace& trace, const ProfilerOverhead& overhead, TimeRange range) {
    Duration sum{};
    for (std::size_t track = 0; track < trace.tracks().size(); ++track) {
        sum += overhead.recordingTime(TrackId(track), range);
    }
    return sum;
}

// Time of one host in its annotations, nested ones too, without what blocks it. `steps`: those that
// count; null: all. `overhead`: of the outermost ones; null: not wanted.
PlaceTimes placeTimes(const RankTrace& rank, const std::set<int>* steps,
                      const ProfilerOverhead* overhead) {
    const Trace& trace = *rank.trace;
    const std::optional<TrackId> thread = annotatedThread(trace, *rank.analysis);
    PlaceTimes places;
    if (!thread) {
        return places;
    }
    std::vector<TimeRange> waits;
    for (const SliceId slice : scanSlices(trace, [&](SliceId one) { return isWait(rank, one); })) {
        if (trace.trackOf(slice) == *thread) {
            waits.push_back(trace.slices().range(slice));
        }
    }
    const CoveredRanges waiting = unionOfRanges(std::move(waits));
    Time outerEnd = Time::min();
    for (const SliceId slice : rank.analysis->annotationSlices) {
        const TimeRange range = trace.slices().range(slice);
        const std::string_view name = trace.name(slice);
        if (trace.trackOf(slice) != *thread || isProfilerStep(name) || isLibraryRange(name) ||
            (steps != nullptr &&
             !steps->contains(stepAt(hostSteps(*rank.analysis), range.begin)))) {
            continue;
        }
        PlaceTime& place = places[nameTemplate(name)];
        addClamped(place.time, range.length() - waiting.within(range));
        if (range.begin >= outerEnd) {
            place.isOutermost = true;
            place.recording +=
                overhead == nullptr ? Duration{} : recordingIn(trace, *overhead, range);
        }
        outerEnd = std::max(outerEnd, range.end);
    }
    return places;
}

// The steps that a rank is late in. Empty where one of the ranks has none.
std::set<int> lateSteps(std::span<const RankTrace> ranks, const RankSetAnalysis& set,
                        std::size_t rank) {
    std::set<int> steps;
    if (std::ranges::any_of(
            ranks, [](const RankTrace& one) { return hostSteps(*one.analysis).empty(); })) {
        return steps;
    }
    for (const JointCollective& joint : set.collectives) {
        if (joint.isLate && joint.last == rank) {
            steps.insert(set.calls[rank].calls[joint.partOf(rank)->call].step);
        }
    }
    return steps;
}

struct PlaceDifference {
    PlaceExcess excess;
    Duration own{};
    Duration recording{};
    bool isOutermost = false;
};

// Largest excess first.
std::vector<PlaceDifference> placeDifferences(std::span<const PlaceTimes> ranks, std::size_t rank) {
    std::vector<PlaceDifference> differences;
    for (const auto& [name, own] : ranks[rank]) {
        std::vector<Duration> others;
        for (std::size_t at = 0; at < ranks.size(); ++at) {
            const auto found = ranks[at].find(name);
            if (at != rank) {
                others.push_back(found == ranks[at].end() ? Duration{} : found->second.time);
            }
        }
        const Duration excess = own.time - lowerMedian(others);
        if (excess > Duration{}) {
            differences.push_back({{name, excess}, own.time, own.recording, own.isOutermost});
        }
    }
    std::ranges::stable_sort(differences, std::ranges::greater{},
                             [](const PlaceDifference& one) { return one.excess.time; });
    return differences;
}

void setPlaces(std::vector<PlaceDifference> differences, HostExcess& host) {
    for (const PlaceDifference& one : differences) {
        if (one.isOutermost) {
            addClamped(host.all, one.excess.time);
            addClamped(host.beyondRecording,
                       std::max(Duration{}, one.excess.time - one.recording * kMaxRecordingTimes));
        }
    }
    if (host.all <= Duration{}) {
        return;
    }
    const PlaceDifference* innermost = nullptr;
    for (const PlaceDifference& one : differences) {
        if (reachesPercent(one.excess.time, host.all, kMinMainPercent) &&
            (innermost == nullptr || one.own < innermost->own)) {
            innermost = &one;
        }
    }
    if (innermost != nullptr) {
        host.isOnePlace = true;
        host.places.push_back(innermost->excess);
        return;
    }
    for (PlaceDifference& one : differences) {
        if (one.isOutermost && host.places.size() < HostExcess::kMaxPlaces) {
            host.places.push_back(std::move(one.excess));
        }
    }
}

// Own times (without what is called inside) of the calls of one host by kind, as a median.
struct KindTime {
    Duration median{};
    std::size_t calls = 0;
};
using KindTimes = std::map<std::pair<std::string_view, std::string_view>, KindTime>;

class OwnTimes {
public:
    explicit OwnTimes(const RankTrace& rank) : m_rank(rank), m_trace(*rank.trace) {}

    KindTimes take() {
        for (const Track& track : m_trace.tracks()) {
            const std::size_t first = track.firstSlice.index();
            for (std::size_t at = first; at < first + track.sliceCount; ++at) {
                add(SliceId(at));
            }
            closeUntil({});
        }
        KindTimes times;
        for (auto& [kind, own] : m_own) {
            if (own.size() >= kMinKindCalls) {
                const auto place = static_cast<std::uint32_t>(kind >> 32U);
                const std::string_view around =
                    place == 0 ? std::string_view{} : m_trace.text(StringId(place - 1));
                const auto name = static_cast<std::uint32_t>(kind);
                times[{around, m_trace.text(StringId(name))}] = {lowerMedian(own), own.size()};
            }
        }
        return times;
    }

private:
    struct Open {
        SliceId slice;
        Duration own{};
    };

    void add(SliceId slice) {
        const Duration length = m_trace.slices().duration(slice);
        closeUntil(m_trace.slices().parent(slice));
        if (!m_open.empty()) {
            m_open.back().own -= length;
        }
        m_open.push_back({slice, length});
    }

    void closeUntil(SliceId around) {
        while (!m_open.empty() && m_open.back().slice != around) {
            const SliceId slice = m_open.back().slice;
            const SliceKind kind = m_trace.kind(slice);
            if (kind == SliceKind::CpuOp || (isApiCall(kind) && !isWait(m_rank, slice))) {
                m_own[kindOf(slice)].push_back(m_open.back().own);
            }
            m_open.pop_back();
        }
    }

    std::uint64_t kindOf(SliceId slice) const {
        const SliceId around = m_trace.slices().parent(slice);
        const bool isInOperator = around.isValid() && m_trace.kind(around) == SliceKind::CpuOp;
        const std::uint64_t place =
            isInOperator ? std::uint64_t{m_trace.slices().name(around).value} + 1 : 0;
        return place << 32U | m_trace.slices().name(slice).value;
    }

    const RankTrace& m_rank;
    const Trace& m_trace;
    std::vector<Open> m_open;
    std::unordered_map<std::uint64_t, std::vector<Duration>> m_own;
};

// The factor of the calls in the middle, at a share of all their time.
double factorAt(const std::vector<std::pair<double, double>>& factors, double whole, double share) {
    double sum = 0;
    for (const auto& [factor, weight] : factors) {
        sum += weight;
        if (sum >= share * whole) {
            return factor;
        }
    }
    return factors.back().first;
}

double commonFactor(std::span<const KindTimes> ranks, std::size_t rank) {
    std::vector<std::pair<double, double>> factors;  // and what such calls take elsewhere
    double whole = 0;
    for (const auto& [kind, own] : ranks[rank]) {
        std::vector<Duration> others;
        for (std::size_t at = 0; at < ranks.size(); ++at) {
            const auto found = ranks[at].find(kind);
            if (at != rank && found != ranks[at].end()) {
                others.push_back(found->second.median);
            }
        }
        if (others.size() + 1 < ranks.size() || lowerMedian(others) <= Duration{}) {
            continue;
        }
        const auto typical = static_cast<double>(lowerMedian(others).count());
        factors.emplace_back(static_cast<double>(own.median.count()) / typical,
                             typical * static_cast<double>(own.calls));
        whole += factors.back().second;
    }
    if (factors.empty()) {
        return 1;
    }
    std::ranges::sort(factors);
    const double low = factorAt(factors, whole, kMaxOutside);
    const double middle = factorAt(factors, whole, 0.5);
    const double high = factorAt(factors, whole, 1 - kMaxOutside);
    return low >= kMinFactor && middle >= kMinMedianFactor && high <= low * kMaxSpread ? middle : 1;
}

}  // namespace

HostExcess hostExcessOf(std::span<const RankTrace> ranks, const RankSetAnalysis& set,
                        std::size_t rank) {
    const std::set<int> late = lateSteps(ranks, set, rank);
    std::vector<PlaceTimes> places(ranks.size());
    std::vector<KindTimes> calls(ranks.size());
    parallelFor(std::size_t{0}, ranks.size(), [&](std::size_t at) {
        std::optional<ProfilerOverhead> overhead;
        if (at == rank) {
            overhead.emplace(*ranks[at].trace, *ranks[at].launches);
        }
        places[at] =
            placeTimes(ranks[at], late.empty() ? nullptr : &late, overhead ? &*overhead : nullptr);
        calls[at] = OwnTimes(ranks[at]).take();
    });
    HostExcess host;
    setPlaces(placeDifferences(places, rank), host);
    host.factor = commonFactor(calls, rank);
    return host;
}

}  // namespace gaplight
