// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/gap_cause.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/analysis/idle/idle_call_tree.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/base/share.h"

namespace gaplight {
namespace {

// Time that slices of one function cover, each instant once.
struct Covered {
    Duration total{};
    Time until = Time::min();
    StringId name;
    std::uint16_t deepestRow = 0;  // of its slices without those inside others of it
};

class FunctionCoverage {
public:
    // In the order of their starts.
    void add(StringId function, StringId name, TimeRange call, std::uint16_t row) {
        Covered& covered = m_byFunction[function];
        covered.name = covered.name.isValid() ? covered.name : name;
        const Time begin = std::max(call.begin, covered.until);
        if (call.end > begin) {
            covered.total += call.end - begin;
            covered.until = call.end;
            covered.deepestRow = std::max(covered.deepestRow, row);
        }
    }

    // Of the functions that `accept` takes.
    template <class Accept>
    StringId deepestCovering(Duration enough, const Accept& accept) const {
        StringId best;
        std::uint16_t bestRow = 0;
        for (const auto& [function, covered] : m_byFunction) {
            const bool deeper =
                covered.deepestRow > bestRow || (covered.deepestRow == bestRow && function < best);
            if (covered.total >= enough && (!best.isValid() || deeper) && accept(covered.name)) {
                best = function;
                bestRow = covered.deepestRow;
            }
        }
        return best;
    }

    Duration timeOf(StringId function) const {
        const auto at = m_byFunction.find(function);
        return at == m_byFunction.end() ? Duration::zero() : at->second.total;
    }

    StringId nameOf(StringId function) const {
        const auto at = m_byFunction.find(function);
        return at == m_byFunction.end() ? StringId{} : at->second.name;
    }

private:
    std::unordered_map<StringId, Covered> m_byFunction;
};

// functionOf(name): what makes names equal. passesOn(name): see onlyForwardsCall.
template <class FunctionOf, class PassesOn>
FunctionCoverage coverageOf(const IdleCallTree& tree, const FunctionOf& functionOf,
                            const PassesOn& passesOn, StringId& cause, StringId& part) {
    const SliceTable& slices = tree.trace().slices();
    FunctionCoverage coverage;
    for (const IdleCall& call : tree.calls()) {
        const StringId name = slices.name(call.slice);
        coverage.add(functionOf(name), name, tree.inside(call), slices.row(call.slice));
    }
    const Duration enough = tree.range().length() * kMajorityPercent / 100;
    const auto isCode = [&](StringId name) { return !passesOn(name); };
    cause = coverage.deepestCovering(enough, isCode);
    if (!cause.isValid()) {
        cause = coverage.deepestCovering(enough, [](StringId) { return true; });
    }
    part = coverage.deepestCovering(coverage.timeOf(cause) * kMainPartPercent / 100, isCode);
    return coverage;
}

// Tells functions apart within a few names, without a table of all texts.
class FewFunctions {
public:
    explicit FewFunctions(const Trace& trace) : m_trace(trace) {}

    StringId operator()(StringId name) const {
        const auto [known, isNew] = m_functionOf.try_emplace(name, name);
        if (isNew) {
            const FunctionKey key = functionKey(m_trace.text(name));
            if (!key.path.empty()) {
                known->second = m_first.try_emplace(key, name).first->second;
            }
        }
        return known->second;
    }

private:
    const Trace& m_trace;
    mutable std::unordered_map<StringId, StringId> m_functionOf;
    mutable std::unordered_map<FunctionKey, StringId, FunctionKeyHash> m_first;
};

}  // namespace

StringId hostCauseOf(const Trace& trace, const Gap& gap) {
    const TimeRange range = hostRangeOf(trace, gap);
    if (range.length() <= Duration::zero()) {
        return {};
    }
    StringId cause;
    StringId part;
    IdleCallTree tree(trace);
    tree.jumpTo(trace.trackOf(gap.launch), range);
    const FunctionCoverage coverage = coverageOf(
        tree, FewFunctions(trace),
        [&](StringId name) { return onlyForwardsCall(trace.text(name)); }, cause, part);
    return coverage.nameOf(cause);
}

HostCause hostCauseOf(const IdleCallTree& tree, const PlaceFinder& places) {
    HostCause cause;
    if (tree.range().length() <= Duration::zero()) {
        return cause;
    }
    coverageOf(
        tree, [&](StringId name) { return places.functionOf(name); },
        [&](StringId name) { return places.onlyForwardsCall(name); }, cause.function, cause.part);
    if (cause.function.isValid()) {
        cause.part = cause.part.isValid() ? cause.part : cause.function;
        cause.slices = slicesOfFunction(tree, places, cause.function);
    }
    return cause;
}

std::vector<SliceId> slicesOfFunction(const IdleCallTree& tree, const PlaceFinder& places,
                                      StringId function) {
    const SliceTable& slices = tree.trace().slices();
    std::vector<SliceId> found;
    Time until = Time::min();
    for (const IdleCall& call : tree.calls()) {
        const bool isOutermost = call.whole.begin >= until;
        if (isOutermost && places.functionOf(slices.name(call.slice)) == function) {
            found.push_back(call.slice);
            until = call.whole.end;
        }
    }
    return found;
}

namespace {

// Calls, evenly spread, whose caller is looked up.
constexpr std::size_t kCallerSamples = 64;

TimeRange cut(TimeRange range, TimeRange to) {
    return {std::max(range.begin, to.begin), std::min(range.end, to.end)};
}

Duration coveredBy(const Trace& trace, const std::vector<SliceId>& slices, TimeRange range) {
    Duration covered{};
    for (const SliceId slice : slices) {
        covered += cut(trace.slices().range(slice), range).length();
    }
    return covered;
}

Duration totalOf(const Trace& trace, const std::vector<SliceId>& slices) {
    Duration total{};
    for (const SliceId slice : slices) {
        total += trace.slices().duration(slice);
    }
    return total;
}

bool isMost(Duration part, Duration whole) {
    return reachesPercent(part, whole, kMajorityPercent);
}

// The innermost code in the user's own terms around a slice, or itself: a function or annotation.
StringId usersCodeAround(const Trace& trace, const PlaceFinder& places, SliceId slice) {
    const SliceTable& slices = trace.slices();
    for (SliceId up = slice; up.isValid(); up = slices.parent(up)) {
        const StringId name = slices.name(up);
        const SliceKind kind = trace.kind(up);
        if ((kind == SliceKind::PythonFunction && places.isUserFrame(name)) ||
            (kind == SliceKind::UserAnnotation && !places.isStepMarker(name))) {
            return places.functionOf(name);
        }
    }
    return {};
}

// usersCodeAround() most of the time of these slices.
StringId callerOf(const Trace& trace, const PlaceFinder& places,
                  const std::vector<SliceId>& slices) {
    std::map<StringId, Duration> times;
    const std::size_t stride = std::max<std::size_t>(1, slices.size() / kCallerSamples);
    for (std::size_t at = 0; at < slices.size(); at += stride) {
        const StringId code = usersCodeAround(trace, places, slices[at]);
        if (code.isValid()) {
            times[code] += trace.slices().duration(slices[at]);
        }
    }
    const auto most =
        std::max_element(times.begin(), times.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == times.end() ? StringId{} : most->first;
}

// The kind by trigger and activity of the gap; Scattered where the host code inside decides.
GapCauseKind kindOf(const Trace& trace, const Gap& gap, GapActivity activity) {
    if (gap.trigger == GapTrigger::GpuSide) {
        return GapCauseKind::GpuSide;
    }
    if (gap.trigger == GapTrigger::Unknown) {
        return GapCauseKind::Unknown;
    }
    const bool isDrained = gap.trigger == GapTrigger::AfterSync &&
                           trace.slices().duration(gap.blockingCall) >= gap.length();
    if (isDrained) {
        return GapCauseKind::Drained;
    }
    switch (activity) {
        case GapActivity::DataLoader:
            return GapCauseKind::DataLoader;
        case GapActivity::Compile:
            return GapCauseKind::Compiling;
        case GapActivity::Launch:
        case GapActivity::GpuSide:
            return GapCauseKind::LaunchCall;
        case GapActivity::Untraced:
            return GapCauseKind::Untraced;
        default:
            return GapCauseKind::Scattered;
    }
}

// One function over all gaps that it explains.
struct FunctionInGaps {
    Duration covered{};        // host time in the gaps
    std::set<SliceId> slices;  // its calls that touch a gap
    bool launches = false;     // one of them launches GPU work
    Duration total{};          // durations of them
};

class GapCauseFinder {
public:
    GapCauseFinder(const Trace& trace, const LaunchIndex& launches, const PlaceFinder& places,
                   const ExaminedGaps& device, Duration minGap)
        : m_trace(trace),
          m_launches(launches),
          m_places(places),
          m_device(device),
          m_minGap(minGap) {}

    std::vector<GapCause> find() {
        for (std::size_t at = 0; at < m_device.gaps.size(); ++at) {
            if (m_device.gaps[at].length() >= m_minGap && !isTakenOut(m_device.reasons[at])) {
                add(at);
            }
        }
        measureFunctions();
        for (GapCause& cause : m_causes) {
            chooseKind(cause);
        }
        return std::move(m_causes);
    }

private:
    void add(std::size_t at) {
        const Gap& gap = m_device.gaps[at];
        GapCause cause;
        cause.gap = static_cast<std::uint32_t>(at);
        cause.kind = kindOf(m_trace, gap, m_device.activities[at]);
        switch (cause.kind) {
            case GapCauseKind::Scattered:
            case GapCauseKind::DataLoader:
            case GapCauseKind::Compiling:
                addCode(gap, m_trace.trackOf(gap.launch), cause);
                break;
            case GapCauseKind::Untraced:
                addCodeOfOther(gap, cause);
                break;
            default:
                break;
        }
        m_causes.push_back(std::move(cause));
    }

    // Where the launching thread recorded nothing, the code of the thread that launched before it:
    // autograd's thread waits for the one that calls backward().
    void addCodeOfOther(const Gap& gap, GapCause& cause) {
        const TrackId own = m_trace.trackOf(gap.launch);
        const TrackId other = lastLaunchingThread(gap, own);
        if (other.isValid()) {
            addCode(gap, other, cause);
        }
        if (cause.function.isValid()) {
            cause.kind = GapCauseKind::Scattered;
            remember(cause);
        }
    }

    // The thread that launched the last activity before the gap ends; invalid where it is `own`.
    TrackId lastLaunchingThread(const Gap& gap, TrackId own) const {
        const auto& byStart = m_device.byStart;
        const auto after = std::partition_point(byStart.begin(), byStart.end(), [&](ActivityId id) {
            const SliceId slice = m_trace.gpuActivities()[id.index()].slice;
            return m_trace.slices().start(slice) < gap.end;
        });
        if (after == byStart.begin()) {
            return {};
        }
        const SliceId launch = m_launches.launchOf(*(after - 1));
        const TrackId track = launch.isValid() ? m_trace.trackOf(launch) : TrackId{};
        return track == own ? TrackId{} : track;
    }

    void remember(const GapCause& cause) {
        FunctionInGaps& inGaps = m_functions[cause.function];
        inGaps.covered += cause.covered;
        inGaps.slices.insert(cause.slices.begin(), cause.slices.end());
    }

    void addCode(const Gap& gap, TrackId track, GapCause& cause) {
        const TimeRange range = hostRangeOf(m_trace, gap);
        m_tree.jumpTo(track, range);
        HostCause host = hostCauseOf(m_tree, m_places);
        if (!host.function.isValid()) {
            return;
        }
        if (m_places.isStepMarker(host.function)) {
            cause.kind = GapCauseKind::Untraced;  // nothing in the step covers so much
            return;
        }
        cause.function = host.function;
        cause.part = host.part;
        cause.caller = callerOf(m_trace, m_places, host.slices);
        cause.covered = coveredBy(m_trace, host.slices, range);
        cause.slices = std::move(host.slices);
        cause.calls = cause.slices;
        if (cause.caller.isValid() && cause.caller != cause.function) {
            auto outer = slicesOfFunction(m_tree, m_places, cause.caller);
            if (!outer.empty() &&
                isMost(coveredBy(m_trace, outer, range), totalOf(m_trace, outer))) {
                cause.calls = std::move(outer);
            }
        }
        if (cause.kind == GapCauseKind::Scattered) {
            remember(cause);
        }
    }

    void measureFunctions() {
        for (auto& [function, inGaps] : m_functions) {
            for (const SliceId slice : inGaps.slices) {
                inGaps.total += m_trace.slices().duration(slice);
                inGaps.launches |= launchesInside(m_trace, m_launches, slice);
            }
        }
    }

    void chooseKind(GapCause& cause) {
        if (cause.kind != GapCauseKind::Scattered || !cause.function.isValid()) {
            return;
        }
        const FunctionInGaps& inGaps = m_functions[cause.function];
        const bool isInGaps = isMost(inGaps.covered, inGaps.total);
        cause.launches = inGaps.launches;
        if (isManyOperators(cause)) {
            return;
        }
        if (!inGaps.launches || isInGaps) {
            cause.kind = GapCauseKind::Code;
        } else if (m_device.activities[cause.gap] == GapActivity::Annotation) {
            cause.kind = GapCauseKind::Untraced;
        }
    }

    // Many short calls of an operator: the cost of any operator, not of this one.
    bool isManyOperators(const GapCause& cause) const {
        const auto calls = static_cast<std::int64_t>(cause.slices.size());
        return m_trace.kind(cause.slices.front()) == SliceKind::CpuOp &&
               totalOf(m_trace, cause.slices) < calls * m_minGap / 2;
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    const PlaceFinder& m_places;
    const ExaminedGaps& m_device;
    Duration m_minGap;
    IdleCallTree m_tree{m_trace};
    std::vector<GapCause> m_causes;
    std::unordered_map<StringId, FunctionInGaps> m_functions;
};

}  // namespace

std::vector<TimeRange> causeRanges(const Trace& trace, const Gap& gap, const GapCause& cause) {
    const TimeRange range = hostRangeOf(trace, gap);
    std::vector<TimeRange> ranges;
    for (const SliceId call : cause.calls) {
        const TimeRange inside = cut(trace.slices().range(call), range);
        if (inside.end > inside.begin) {
            ranges.push_back(inside);
        }
    }
    return ranges;
}

std::vector<GapCause> gapCauses(const Trace& trace, const LaunchIndex& launches,
                                const PlaceFinder& places, const ExaminedGaps& device,
                                Duration minGap) {
    return GapCauseFinder(trace, launches, places, device, minGap).find();
}

}  // namespace gaplight
