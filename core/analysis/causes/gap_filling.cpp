// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/gap_filling.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/analysis/idle/idle_call_tree.h"
#include "core/analysis/slices/launches_inside.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/base/share.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

// Of a thousand short calls this many are asked who called them.
constexpr std::size_t kCallersAsked = 64;

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
    return reachesPercent(part, whole, kMostPercent);
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

// Of most of these slices, by their time.
StringId callerOf(const Trace& trace, const PlaceFinder& places,
                  const std::vector<SliceId>& slices) {
    std::map<StringId, Duration> times;
    const std::size_t stride = std::max<std::size_t>(1, slices.size() / kCallersAsked);
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

// The kinds that the gap alone decides; Scattered where its code has to.
GapFillingKind kindOf(const Trace& trace, const Gap& gap, Filler filler) {
    if (gap.trigger == GapTrigger::GpuSide) {
        return GapFillingKind::GpuSide;
    }
    if (gap.trigger == GapTrigger::Unknown) {
        return GapFillingKind::Unknown;
    }
    const bool isDrained = gap.trigger == GapTrigger::AfterSync &&
                           trace.slices().duration(gap.blockingCall) >= gap.length();
    if (isDrained) {
        return GapFillingKind::Drained;
    }
    switch (filler) {
        case Filler::DataLoader:
            return GapFillingKind::DataLoader;
        case Filler::Compile:
            return GapFillingKind::Compiling;
        case Filler::Launch:
        case Filler::GpuSide:
            return GapFillingKind::LaunchCall;
        case Filler::Untraced:
            return GapFillingKind::Untraced;
        default:
            return GapFillingKind::Scattered;
    }
}

// What the gaps of one function tell about it together.
struct Together {
    Duration covered{};
    std::set<SliceId> slices;
    bool launches = false;
    Duration total{};
    std::vector<Duration> everywhere;  // durations of all its calls in the trace
    Duration median{};                 // of these
};

class Fillings {
public:
    Fillings(const Trace& trace, const LaunchIndex& launches, const PlaceFinder& places,
             const DeviceAnalysis& device, Duration minGap)
        : m_trace(trace),
          m_launches(launches),
          m_places(places),
          m_device(device),
          m_minGap(minGap) {}

    std::vector<GapFilling> run() {
        for (std::size_t at = 0; at < m_device.gaps.size(); ++at) {
            if (m_device.gaps[at].length() >= m_minGap &&
                m_device.gapFiller[at] != Filler::Profiler) {
                add(at);
            }
        }
        measureFunctions();
        for (GapFilling& filling : m_fillings) {
            judge(filling);
        }
        return std::move(m_fillings);
    }

private:
    void add(std::size_t at) {
        const Gap& gap = m_device.gaps[at];
        GapFilling filling;
        filling.gap = static_cast<std::uint32_t>(at);
        filling.kind = kindOf(m_trace, gap, m_device.gapFiller[at]);
        switch (filling.kind) {
            case GapFillingKind::Scattered:
            case GapFillingKind::DataLoader:
            case GapFillingKind::Compiling:
                addCode(gap, m_trace.trackOf(gap.launch), filling);
                break;
            case GapFillingKind::Untraced:
                addCodeOfOther(gap, filling);
                break;
            default:
                break;
        }
        m_fillings.push_back(std::move(filling));
    }

    // Where the launching thread recorded nothing, it mostly waited for the one that had launched
    // before: autograd's for the thread that calls backward().
    void addCodeOfOther(const Gap& gap, GapFilling& filling) {
        const TrackId own = m_trace.trackOf(gap.launch);
        const TrackId other = lastLaunchingThread(gap, own);
        if (other.isValid()) {
            addCode(gap, other, filling);
        }
        if (filling.function.isValid()) {
            filling.kind = GapFillingKind::Scattered;
            remember(filling);
        }
    }

    // Of what the GPU did last before the gap; invalid where it is `own`.
    [[nodiscard]] TrackId lastLaunchingThread(const Gap& gap, TrackId own) const {
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

    void remember(const GapFilling& filling) {
        Together& together = m_functions[filling.function];
        together.covered += filling.covered;
        together.slices.insert(filling.slices.begin(), filling.slices.end());
    }

    void addCode(const Gap& gap, TrackId track, GapFilling& filling) {
        const TimeRange range = hostRangeOf(m_trace, gap);
        m_tree.jumpTo(track, range);
        HostCause cause = hostCauseOf(m_tree, m_places);
        if (!cause.function.isValid()) {
            return;
        }
        filling.function = cause.function;
        filling.part = cause.part;
        filling.caller = callerOf(m_trace, m_places, cause.slices);
        filling.covered = coveredBy(m_trace, cause.slices, range);
        filling.slices = std::move(cause.slices);
        filling.calls = filling.slices;
        if (filling.caller.isValid() && filling.caller != filling.function) {
            auto outer = slicesOfFunction(m_tree, m_places, filling.caller);
            if (!outer.empty() &&
                isMost(coveredBy(m_trace, outer, range), totalOf(m_trace, outer))) {
                filling.calls = std::move(outer);
            }
        }
        if (filling.kind == GapFillingKind::Scattered) {
            remember(filling);
        }
    }

    void measureFunctions() {
        for (auto& [function, together] : m_functions) {
            for (const SliceId slice : together.slices) {
                together.total += m_trace.slices().duration(slice);
                together.launches |= launchesInside(m_trace, m_launches, slice);
            }
        }
        if (m_functions.empty()) {
            return;
        }
        std::vector<std::uint8_t> isAsked(m_trace.strings().size());
        for (const auto& [function, together] : m_functions) {
            isAsked[function.index()] = 1;
        }
        const SliceTable& slices = m_trace.slices();
        const auto functionAt = [&](SliceId slice) {
            return slice.isValid() ? m_places.functionOf(slices.name(slice)) : StringId{};
        };
        const auto isOuterCall = [&](SliceId slice) {
            const StringId function = functionAt(slice);
            return isAsked[function.index()] != 0 && functionAt(slices.parent(slice)) != function;
        };
        for (const SliceId slice : scanSlices(m_trace, isOuterCall)) {
            m_functions[functionAt(slice)].everywhere.push_back(slices.duration(slice));
        }
        for (auto& [function, together] : m_functions) {
            std::vector<Duration>& all = together.everywhere;
            together.median = all.empty() ? Duration::zero() : upperMedian(all);
        }
    }

    void judge(GapFilling& filling) {
        if (filling.kind != GapFillingKind::Scattered || !filling.function.isValid()) {
            return;
        }
        const Together& together = m_functions[filling.function];
        const bool isInGaps = isMost(together.covered, together.total);
        filling.launches = together.launches;
        if (isInGaps && isHeldUp(filling, together)) {
            filling.kind = GapFillingKind::HeldUp;
        } else if (isManyOperators(filling)) {
            return;
        } else if (!together.launches || isInGaps) {
            filling.kind = GapFillingKind::Code;
        } else if (m_device.gapFiller[filling.gap] == Filler::Annotation) {
            filling.kind = GapFillingKind::Untraced;
        }
    }

    // An operator that is called again and again: what any operator costs, many times.
    [[nodiscard]] bool isManyOperators(const GapFilling& filling) const {
        const auto calls = static_cast<std::int64_t>(filling.slices.size());
        return m_trace.kind(filling.slices.front()) == SliceKind::CpuOp &&
               totalOf(m_trace, filling.slices) < calls * m_minGap / 2;
    }

    [[nodiscard]] bool isHeldUp(const GapFilling& filling, const Together& together) const {
        if (m_places.isUserFrame(filling.function) || together.everywhere.size() < kHeldUpCalls) {
            return false;
        }
        const auto calls = static_cast<std::int64_t>(filling.slices.size());
        return totalOf(m_trace, filling.slices) / calls >= together.median * kHeldUpFactor;
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    const PlaceFinder& m_places;
    const DeviceAnalysis& m_device;
    Duration m_minGap;
    IdleCallTree m_tree{m_trace};
    std::vector<GapFilling> m_fillings;
    std::unordered_map<StringId, Together> m_functions;
};

}  // namespace

std::vector<TimeRange> filledRanges(const Trace& trace, const Gap& gap, const GapFilling& filling) {
    const TimeRange range = hostRangeOf(trace, gap);
    std::vector<TimeRange> ranges;
    for (const SliceId call : filling.calls) {
        const TimeRange inside = cut(trace.slices().range(call), range);
        if (inside.end > inside.begin) {
            ranges.push_back(inside);
        }
    }
    return ranges;
}

std::vector<GapFilling> gapFillings(const Trace& trace, const LaunchIndex& launches,
                                    const PlaceFinder& places, const DeviceAnalysis& device,
                                    Duration minGap) {
    return Fillings(trace, launches, places, device, minGap).run();
}

}  // namespace gaplight
