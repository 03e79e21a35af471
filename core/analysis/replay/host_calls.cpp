// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/host_calls.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/torch_names.h"
#include "core/base/parallel.h"
#include "core/trace/run_merge_sort.h"

namespace gaplight {
namespace {

constexpr std::uint8_t kWaitEvent = 0x80;  // beside BlockingKind, in NameTraits

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// Per text: BlockingKind | kWaitEvent.
std::vector<std::uint8_t> nameTraits(const Trace& trace, const NameClasses& names) {
    std::vector<std::uint8_t> traits(trace.strings().size());
    for (std::size_t i = 0; i < traits.size(); ++i) {
        const std::string_view name = trace.text(StringId(i));
        if (!name.starts_with("cu") && !name.starts_with("hip")) {
            continue;
        }
        BlockingKind kind = BlockingKind::None;
        switch (names.apiCall(StringId(i))) {
            case ApiCall::Blocking:
                kind = contains(name, "Event") ? BlockingKind::Event
                       : contains(name, "Stream") || contains(name, "Memcpy")
                           ? BlockingKind::Stream
                           : BlockingKind::Device;
                break;
            case ApiCall::Alloc:
                kind = contains(name, "Free") && !contains(name, "Async") ? BlockingKind::Free
                                                                          : BlockingKind::None;
                break;
            default:
                traits[i] = contains(name, "StreamWaitEvent") ? kWaitEvent : 0;
        }
        traits[i] |= static_cast<std::uint8_t>(kind);
    }
    return traits;
}

BlockingKind blockingKind(std::uint8_t traits) {
    return static_cast<BlockingKind>(traits & ~kWaitEvent);
}

SliceId outermostCall(const Trace& trace, SliceId slice) {
    for (SliceId up = trace.slices().parent(slice); up.isValid() && isApiCall(trace.kind(up));
         up = trace.slices().parent(up)) {
        slice = up;
    }
    return slice;
}

// Gathers calls track by track.
class CallFinder {
public:
    CallFinder(const Trace& trace, const LaunchIndex& launches, const NameClasses& names)
        : m_trace(trace),
          m_launches(launches),
          m_names(names),
          m_traits(nameTraits(trace, names)) {}

    HostCalls find() {
        const std::vector<SliceId> slices = interesting();
        m_found.calls.reserve(slices.size());
        m_found.slices.reserve(slices.size());
        m_found.callOfSlice.reserve(slices.size());
        m_unsorted.reserve(m_trace.gpuActivities().size());
        for (const SliceId slice : slices) {
            take(slice);
        }
        addActivitiesWithoutLaunch();
        sortByStart();
        return std::move(m_found);
    }

private:
    std::uint8_t traitsOf(SliceId slice) const {
        return m_traits[m_trace.slices().name(slice).index()];
    }

    // Launches, blocking calls, frees and event waits, ascending.
    std::vector<SliceId> interesting() const {
        const std::vector<SliceId> named = scanSlices(m_trace, [&](SliceId slice) {
            return traitsOf(slice) != 0 && isApiCall(m_trace.kind(slice));
        });
        const std::span<const SliceId> launches = m_launches.launches();
        std::vector<SliceId> all;
        all.reserve(named.size() + launches.size());
        std::set_union(named.begin(), named.end(), launches.begin(), launches.end(),
                       std::back_inserter(all));
        return all;
    }

    void take(SliceId slice) {
        const std::uint8_t traits = traitsOf(slice);
        const TrackId track = trackOf(slice);
        if ((traits & kWaitEvent) != 0) {
            m_waitsEvent = true;
            if (m_launches.activitiesOf(slice).empty()) {
                return;
            }
        }
        const SliceId outer = outermostCall(m_trace, slice);
        if (!isInsideLast(outer, track)) {
            open(outer, track);
        }
        HostCall& call = m_found.calls.back();
        if (blockingKind(traits) != BlockingKind::None && call.blocking == BlockingKind::None) {
            call.blocking = blockingKind(traits);
            call.blockingSlice = slice;
        }
        call.copies |= m_names.apiCall(m_trace.slices().name(slice)) == ApiCall::Copy ||
                       contains(m_trace.name(slice), "Memcpy");
        const std::span<const ActivityId> activities = m_launches.activitiesOf(slice);
        if (!activities.empty()) {
            m_unsorted.insert(m_unsorted.end(), activities.begin(), activities.end());
            call.activityCount += static_cast<std::uint32_t>(activities.size());
            call.afterWaitEvent |= m_waitsEvent;
            m_waitsEvent = false;
        }
        m_found.slices.push_back(slice);
        m_found.callOfSlice.push_back(static_cast<std::uint32_t>(m_found.calls.size() - 1));
    }

    // Whether a call is the one that was found last, or is in it, with other slices between them.
    bool isInsideLast(SliceId slice, TrackId track) const {
        if (m_found.calls.empty() || m_found.calls.back().track != track) {
            return false;
        }
        const HostCall& last = m_found.calls.back();
        const TimeRange range = m_trace.slices().range(slice);
        return slice == last.slice || (range.begin < last.end && range.end <= last.end);
    }

    TrackId trackOf(SliceId slice) {
        if (!m_track.isValid() || slice.index() >= m_trackEnd) {
            m_track = m_trace.trackOf(slice);
            m_trackEnd = m_trace.firstIndex(m_track) + m_trace.tracks()[m_track.index()].sliceCount;
            m_waitsEvent = false;
        }
        return m_track;
    }

    void open(SliceId slice, TrackId track) {
        HostCall call;
        call.slice = slice;
        call.track = track;
        call.process = m_trace.tracks()[track.index()].process;
        call.start = m_trace.slices().start(slice);
        call.end = m_trace.slices().end(slice);
        call.firstActivity = static_cast<std::uint32_t>(m_unsorted.size());
        m_found.calls.push_back(call);
    }

    // What was submitted before the capture began runs on in it; other launches were lost. Such an
    // activity takes its place after the one before it on its stream.
    void addActivitiesWithoutLaunch() {
        const std::span<const GpuActivity> activities = m_trace.gpuActivities();
        if (m_unsorted.size() == activities.size()) {
            return;
        }
        Column<std::uint32_t> order = upTo(activities.size());
        const auto key = [&](std::uint32_t i) {
            const GpuActivity& row = activities[i];
            return std::tuple(row.gpu, row.stream, m_trace.slices().start(row.slice), i);
        };
        parallelSort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
        Time launched{};
        for (std::size_t k = 0; k < order.size(); ++k) {
            const GpuActivity& row = activities[order[k]];
            if (k == 0 || activities[order[k - 1]].gpu != row.gpu ||
                activities[order[k - 1]].stream != row.stream) {
                launched = m_trace.range().begin;
            }
            const SliceId launch = m_launches.launchOf(ActivityId(order[k]));
            if (launch.isValid()) {
                launched = std::max(launched, m_trace.slices().start(launch));
                continue;
            }
            HostCall call;
            call.start = std::min(launched, m_trace.slices().start(row.slice));
            call.end = call.start;
            call.firstActivity = static_cast<std::uint32_t>(m_unsorted.size());
            call.activityCount = 1;
            m_unsorted.emplace_back(order[k]);
            m_found.calls.push_back(call);
        }
    }

    static Column<std::uint32_t> upTo(std::size_t count) {
        Column<std::uint32_t> numbers;
        numbers.resize(count);
        std::iota(numbers.begin(), numbers.end(), 0U);
        return numbers;
    }

    // Those of one thread are in order already.
    void sortByStart() {
        const Column<HostCall>& calls = m_found.calls;
        const auto isEarlier = [](const HostCall& a, const HostCall& b) {
            return a.start < b.start;
        };
        if (std::is_sorted(calls.begin(), calls.end(), isEarlier)) {
            m_found.activities = std::move(m_unsorted);
            return;
        }
        Column<std::uint32_t> order = upTo(calls.size());
        sortByRuns(std::span(order), [&](std::uint32_t a, std::uint32_t b) {
            return std::tie(calls[a].start, a) < std::tie(calls[b].start, b);
        });
        Column<HostCall> sorted;
        sorted.reserve(calls.size());
        Column<std::uint32_t> newPlace;
        newPlace.resize(calls.size());
        m_found.activities.reserve(m_unsorted.size());
        for (const std::uint32_t old : order) {
            newPlace[old] = static_cast<std::uint32_t>(sorted.size());
            sorted.push_back(calls[old]);
            HostCall& call = sorted.back();
            const auto from = m_unsorted.begin() + call.firstActivity;
            call.firstActivity = static_cast<std::uint32_t>(m_found.activities.size());
            m_found.activities.insert(m_found.activities.end(), from, from + call.activityCount);
        }
        m_found.calls = std::move(sorted);
        for (std::uint32_t& call : m_found.callOfSlice) {
            call = newPlace[call];
        }
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    const NameClasses& m_names;
    std::vector<std::uint8_t> m_traits;
    HostCalls m_found;
    Column<ActivityId> m_unsorted;
    TrackId m_track;
    std::size_t m_trackEnd = 0;
    bool m_waitsEvent = false;
};

// Follows the calls of each process in time order.
class HostOrder {
public:
    HostOrder(const Trace& trace, std::span<HostCall> calls)
        : m_trace(trace),
          m_calls(calls),
          m_lastOfTrack(trace.tracks().size(), HostCall::kNone),
          m_processes(trace.processes().size()) {}

    void link() {
        for (std::uint32_t i = 0; i < m_calls.size(); ++i) {
            if (m_calls[i].slice.isValid()) {
                linkCall(i);
            }
        }
    }

private:
    struct Process {
        std::uint32_t last = HostCall::kNone;
        std::uint32_t runFirst = HostCall::kNone;  // since when `last`'s thread alone made calls
    };

    void linkCall(std::uint32_t i) {
        HostCall& call = m_calls[i];
        Process& process = m_processes[call.process.index()];
        std::uint32_t& own = m_lastOfTrack[call.track.index()];
        call.after = own;
        if (process.last == HostCall::kNone || m_calls[process.last].track != call.track) {
            if (process.last != HostCall::kNone &&
                (waitedFor(call, process) || isStartedBy(call, process))) {
                call.after = process.last;
            }
            process.runFirst = i;
        }
        process.last = i;
        own = i;
    }

    // A thread's first call follows the call before it in its process: something there started it.
    bool isStartedBy(const HostCall& call, const Process& other) const {
        return call.after == HostCall::kNone && m_calls[other.last].end <= call.start;
    }

    // Whether nothing began on the call's thread while the other one worked towards its calls, but
    // what autograd's engine runs there because the thread waits for it.
    bool waitedFor(const HostCall& call, const Process& other) const {
        const Time begin =
            std::max(workBegin(m_calls[other.runFirst]),
                     call.after == HostCall::kNone ? Time::min() : m_calls[call.after].end);
        const Time end = m_calls[other.last].end;
        if (end > call.start) {
            return false;
        }
        const Track& track = m_trace.tracks()[call.track.index()];
        const auto starts =
            m_trace.slices().starts().subspan(track.firstSlice.index(), track.sliceCount);
        const auto next = std::upper_bound(starts.begin(), starts.end(), begin);
        Time engineEnd = Time::min();
        for (auto at = next; at != starts.end() && *at < end; ++at) {
            const SliceId slice(track.firstSlice.index() +
                                static_cast<std::size_t>(at - starts.begin()));
            if (*at >= engineEnd && !isRunByAutograd(m_trace.name(slice))) {
                return false;
            }
            engineEnd = std::max(engineEnd, m_trace.slices().end(slice));
        }
        return true;
    }

    // Where the outermost op around a call begins, or the call itself.
    Time workBegin(const HostCall& call) const {
        const SliceTable& slices = m_trace.slices();
        Time begin = call.start;
        for (SliceId up = slices.parent(call.slice); up.isValid(); up = slices.parent(up)) {
            if (m_trace.kind(up) == SliceKind::CpuOp) {
                begin = std::min(begin, slices.start(up));
            }
        }
        return begin;
    }

    const Trace& m_trace;
    std::span<HostCall> m_calls;
    std::vector<std::uint32_t> m_lastOfTrack;
    std::vector<Process> m_processes;
};

}  // namespace

HostCalls hostCalls(const Trace& trace, const LaunchIndex& launches, const NameClasses& names) {
    HostCalls found = CallFinder(trace, launches, names).find();
    HostOrder(trace, found.calls).link();
    return found;
}

namespace {

// Part of a thread's time and what becomes of it.
struct ScaledRange {
    TimeRange range;
    double factor = 1;
};

struct TrackRange {
    TrackId track;
    ScaledRange scaled;
};

// Ranges that may overlap → ranges that do not, each with the smallest factor over it.
Column<ScaledRange> disjoint(const Column<ScaledRange>& ranges) {
    struct Edge {
        Time time;
        bool begins;
        double factor;
    };
    Column<Edge> edges;
    edges.reserve(2 * ranges.size());
    for (const ScaledRange& part : ranges) {
        if (part.range.begin < part.range.end) {
            edges.push_back({part.range.begin, true, part.factor});
            edges.push_back({part.range.end, false, part.factor});
        }
    }
    sortByRuns(std::span<Edge>(edges.data(), edges.size()), [](const Edge& a, const Edge& b) {
        return std::tie(a.time, a.begins, a.factor) < std::tie(b.time, b.begins, b.factor);
    });
    Column<ScaledRange> parts;
    parts.reserve(edges.size());
    std::multiset<double> open;
    Time since{};
    for (const Edge& edge : edges) {
        if (!open.empty() && since < edge.time) {
            const double factor = *open.begin();
            // One part where another range changes nothing: each part is rounded to ns.
            if (!parts.empty() && parts.back().range.end == since &&
                parts.back().factor == factor) {
                parts.back().range.end = edge.time;
            } else {
                parts.push_back({{since, edge.time}, factor});
            }
        }
        since = edge.time;
        if (edge.begins) {
            open.insert(edge.factor);
        } else {
            open.erase(open.find(edge.factor));
        }
    }
    return parts;
}

// What of a range a scaled part takes away.
Duration removed(const TimeRange& time, const ScaledRange& part) {
    const Duration both =
        std::min(time.end, part.range.end) - std::max(time.begin, part.range.begin);
    return both <= Duration{} ? Duration{} : both - scaled(both, part.factor);
}

using Calls = std::span<const std::uint32_t>;

// The first call at or after `from` that starts after `time`; all calls before `from` start no
// later than `time`. O(log distance), which is short, since the parts of a thread are close to each
// other.
Calls::iterator firstAfter(const DependencyGraph& graph, Calls callsOfThread, Calls::iterator from,
                           Time time) {
    const auto startsUntil = [&](std::uint32_t call) { return graph.calls.start[call] <= time; };
    std::ptrdiff_t step = 1;
    while (callsOfThread.end() - from > step && startsUntil(*(from + step))) {
        from += step;
        step *= 2;
    }
    return std::partition_point(from, from + std::min(step, callsOfThread.end() - from),
                                startsUntil);
}

// `first`: before, the first call of the part before this one; afterwards, that of this part.
void scalePart(const DependencyGraph& graph, Calls callsOfThread, TrackId track,
               const ScaledRange& part, Calls::iterator& first, CallChanges& changes) {
    const DependencyGraph::Calls& calls = graph.calls;
    first = firstAfter(graph, callsOfThread, first, part.range.begin);
    // Those that were under way: of calls that overlap, the one that starts later ends later.
    while (first != callsOfThread.begin() && calls.end[*(first - 1)] > part.range.begin) {
        --first;
    }
    for (auto at = first; at != callsOfThread.end(); ++at) {
        const std::uint32_t call = *at;
        const std::uint32_t after = calls.after[call];
        const Time from = after == DependencyGraph::kNone ? calls.start[call] : calls.end[after];
        if (std::min(from, calls.start[call]) >= part.range.end) {
            break;
        }
        CallChange added;
        added.call = call;
        const Duration before = removed({from, calls.start[call]}, part);
        if (calls.track[call] == track) {
            added.beforeOnOwnThread = before;
            added.inside = removed({calls.start[call], calls.start[call] + calls.own[call]}, part);
        } else {
            added.beforeOnOtherThread = before;
        }
        if (before != Duration{} || added.inside != Duration{}) {
            changes.push_back(added);
        }
    }
}

}  // namespace

Duration scaled(Duration time, double factor) {
    return Duration(std::llround(static_cast<double>(time.count()) * std::max(0.0, factor)));
}

void scaleHostTime(const DependencyGraph& graph, const ThreadCalls& threads,
                   const ReplayEdits& edits, Time begin, CallChanges& changes) {
    Column<TrackRange> ranges;
    edits.forEach([&](const ReplayEdit& edit) {
        if (edit.kind == ReplayEdit::Kind::ScaleHost && edit.track.isValid()) {
            const TimeRange inside{std::max(edit.range.begin, begin), edit.range.end};
            ranges.push_back({edit.track, {inside, edit.factor}});
        }
    });
    // Those of the recorder come in this order, and many more than all others.
    sortByRuns(std::span<TrackRange>(ranges.data(), ranges.size()), [](const TrackRange& a,
                                                                       const TrackRange& b) {
        return std::tie(a.track, a.scaled.range.begin) < std::tie(b.track, b.scaled.range.begin);
    });
    for (std::size_t i = 0; i < ranges.size();) {
        const TrackId track = ranges[i].track;
        Column<ScaledRange> ofTrack;
        for (; i < ranges.size() && ranges[i].track == track; ++i) {
            ofTrack.push_back(ranges[i].scaled);
        }
        const Calls calls = threads.of(track);
        Calls::iterator first = calls.begin();
        for (const ScaledRange& part : disjoint(ofTrack)) {
            scalePart(graph, calls, track, part, first, changes);
        }
    }
}

}  // namespace gaplight
