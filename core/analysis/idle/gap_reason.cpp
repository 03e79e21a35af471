// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/gap_reason.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <ranges>
#include <utility>

#include "core/analysis/gpu/queue_state.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/base/intervals.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

// Whether the trace marks where the recorded loop begins and ends. What is outside of annotations
// that repeat is the program's too (a decoder after a loop of denoising steps).
bool hasMarkedLoop(const Steps& steps) {
    return !steps.rows.empty() && steps.markers.source == StepSource::ProfilerStep;
}

// Whether a call returns once all work of a stream or device has ended, and for no other reason.
bool waitsForAll(std::string_view call) {
    constexpr std::array<std::string_view, 3> kWaits{"Synchronize", "QueueFinish", "EventWait"};
    return std::any_of(kWaits.begin(), kWaits.end(), [&](std::string_view wait) {
        return call.find(wait) != std::string_view::npos;
    });
}

// Whether the thread of a wait launched something that the trace does not show, or a graph, since
// the wait before it; or nothing at all before it.
bool waitsForUnseen(const Trace& trace, const LaunchIndex& launches, const NameClasses& names,
                    SliceId wait) {
    const Track& thread = trace.tracks()[trace.trackOf(wait).index()];
    bool launched = false;
    for (SliceId at = wait; at != thread.firstSlice;) {
        at = SliceId(at.index() - 1);
        if (!isApiCall(trace.kind(at))) {
            continue;
        }
        const StringId name = trace.slices().name(at);
        if (names.apiCall(name) == ApiCall::Blocking) {
            return false;
        }
        const bool isLaunch = names.apiCall(name) == ApiCall::Launch;
        if (graphCallOf(trace.text(name)) == GraphCall::Launch ||
            (isLaunch && launches.activitiesOf(at).empty())) {
            return true;
        }
        launched = launched || isLaunch;
    }
    return !launched;
}

// Whether the first long gap of a GPU ends with the first work of a stream, which was launched long
// before: with nothing recorded in its queue, it waited for work from before the capture.
bool isQueueOfEarlierWork(const Trace& trace, std::span<const Gap> gaps, std::size_t at) {
    const auto isLong = [](const Gap& gap) { return gap.length() > kMaxReturn; };
    const Gap& gap = gaps[at];
    return gap.trigger == GapTrigger::GpuSide && isLong(gap) &&
           gap.end - trace.slices().end(gap.launch) > kMaxReturn &&
           trace.tracks()[trace.trackOf(gap.activity).index()].firstSlice == gap.activity &&
           std::ranges::none_of(gaps.first(at), isLong);
}

// Calls by which a program waits until results of a GPU are there, whichever of the framework's
// threads launch the work: in JAX `jax.block_until_ready`.
constexpr std::array<std::string_view, 2> kResultWaits{"block_until_ready", "BlockUntilReady"};

// Per source, when any thread waits for results. Empty where `isNeeded` is false.
// O(texts); where there are such calls, one parallel pass over all slices.
std::map<SourceId, MergedRanges> resultWaits(const Trace& trace, bool isNeeded) {
    std::map<SourceId, MergedRanges> waits;
    std::vector<bool> isWait(isNeeded ? trace.strings().size() : 0);
    bool areThere = false;
    for (std::size_t at = 0; at < isWait.size(); ++at) {
        const std::string_view text = trace.text(StringId(at));
        isWait[at] = std::ranges::any_of(
            kResultWaits, [&](std::string_view wait) { return text.ends_with(wait); });
        areThere = areThere || isWait[at];
    }
    if (!areThere) {
        return waits;
    }
    std::vector<SliceId> slices =
        scanSlices(trace, [&](SliceId one) { return isWait[trace.slices().name(one).index()]; });
    std::ranges::sort(slices, {}, [&](SliceId one) { return trace.slices().start(one); });
    for (const SliceId slice : slices) {
        waits[trace.sourceOf(slice)].add(trace.slices().range(slice));
    }
    return waits;
}

// Whether a program waits for results in most of a gap in which nothing of the launching thread was
// recorded: no recorded work is left to wait for.
bool isResultWait(const Trace& trace, const std::map<SourceId, MergedRanges>& waits,
                  const Gap& gap) {
    const auto ofSource = waits.find(trace.sourceOf(gap.activity));
    return ofSource != waits.end() && ofSource->second.uncovered(gap.range()) * 2 <= gap.length();
}

bool isRankWait(const Trace& trace, const RankWaits& waits, const Gap& gap) {
    return gap.launch.isValid() &&
           waits.timeIn(trace.trackOf(gap.launch), gap.range()) * 2 >= gap.length();
}

}  // namespace

std::string_view gapReasonName(GapReasonKind explanation) {
    switch (explanation) {
        case GapReasonKind::FirstUse:
            return "first_use";
        case GapReasonKind::Profiler:
            return "profiler";
        case GapReasonKind::GraphNotRecorded:
            return "graph_not_recorded";
        case GapReasonKind::WaitingForRank:
            return "waiting_for_rank";
        case GapReasonKind::WorkNotRecorded:
            return "work_not_recorded";
        case GapReasonKind::EarlierWork:
            return "earlier_work";
        case GapReasonKind::CaptureEdge:
            return "capture_edge";
        case GapReasonKind::ClocksDiffer:
            return "clocks_differ";
        case GapReasonKind::Sampled:
        case GapReasonKind::HostNotRecorded:
            return "host_not_recorded";
        case GapReasonKind::BelowThreshold:
            return "below_threshold";
        case GapReasonKind::AlreadyLaunched:
            return "already_launched";
        case GapReasonKind::HostBetweenLaunches:
            return "host_between_launches";
        case GapReasonKind::None:
        case GapReasonKind::ByRule:
        case GapReasonKind::Count_:
            break;
    }
    return "unexplained";
}

bool isBetweenLaunches(const Gap& gap, GapActivity mainActivity) {
    const bool isHosts =
        gap.trigger == GapTrigger::HostLate || gap.trigger == GapTrigger::AfterSync;
    if (!isHosts || gap.length() >= kMaxBetweenLaunches) {
        return false;
    }
    switch (mainActivity) {
        case GapActivity::Launch:
        case GapActivity::Alloc:
        case GapActivity::Copy:
        case GapActivity::Python:
        case GapActivity::Op:
        case GapActivity::Annotation:
            return true;
        default:
            return false;
    }
}

bool isSampled(const Trace& trace) {
    struct Seen {
        std::size_t calls = 0;
        std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
        std::uint64_t most = 0;
    };
    // Each process counts its own calls, so the numbers of two may be far apart. Profilers count
    // in 32 bits; where they count by GPU, the upper half is the GPU.
    std::map<std::pair<ProcessId, std::uint64_t>, Seen> byCounter;
    SliceId trackEnd(0);
    ProcessId process;
    trace.correlations().forEach([&](SliceId slice, std::uint64_t number) {
        if (isApiCall(trace.kind(slice))) {
            if (slice >= trackEnd) {  // slices of a track are contiguous
                const Track& track = trace.tracks()[trace.trackOf(slice).index()];
                trackEnd = SliceId(track.firstSlice.index() + track.sliceCount);
                process = track.process;
            }
            Seen& seen = byCounter[{process, number >> 32U}];
            ++seen.calls;
            seen.least = std::min(seen.least, number);
            seen.most = std::max(seen.most, number);
        }
    });
    return std::any_of(byCounter.begin(), byCounter.end(), [](const auto& counter) {
        const Seen& seen = counter.second;
        return seen.calls >= kSampledCalls &&
               seen.calls < (seen.most - seen.least) / (100 / kSampledPercent);
    });
}

bool areSampled(std::span<const GapReasonKind> explanations) {
    return std::find(explanations.begin(), explanations.end(), GapReasonKind::Sampled) !=
           explanations.end();
}

Duration usualLaunchInterval(const Trace& trace, const LaunchIndex& launches,
                             std::span<const ActivityId> byStart) {
    const std::vector<bool> isEmpty = queueEmptyLaunches(trace, launches, byStart);
    std::vector<Duration> intervals;
    SliceId before;
    for (std::size_t at = 0; at < byStart.size(); ++at) {
        const SliceId launch = launches.launchOf(byStart[at]);
        if (!launch.isValid()) {
            continue;
        }
        const bool isNext = before.isValid() && launch > before && !isEmpty[at] &&
                            trace.trackOf(launch) == trace.trackOf(before);
        if (isNext) {
            intervals.push_back(trace.slices().start(launch) - trace.slices().start(before));
        }
        before = launch;
    }
    return intervals.size() < kIntervalsNeeded ? kDefaultLaunchInterval : lowerMedian(intervals);
}

std::vector<bool> outlastingWaits(const Trace& trace, const LaunchIndex& launches,
                                  const NameClasses& names, std::span<const Gap> gaps) {
    constexpr std::int64_t kUsualFactor = 8;
    const SliceTable& slices = trace.slices();
    // How long a call goes on in the gap; zero where it did not wait when the last work ended.
    const auto goesOn = [&](const Gap& gap) {
        const bool waits = gap.trigger == GapTrigger::AfterSync && gap.blockingCall.isValid() &&
                           slices.start(gap.blockingCall) < gap.begin &&
                           waitsForAll(trace.name(gap.blockingCall));
        return waits ? std::min(slices.end(gap.blockingCall), gap.end) - gap.begin
                     : Duration::zero();
    };
    std::map<StringId, std::vector<Duration>> byName;
    for (const Gap& gap : gaps) {
        if (goesOn(gap) > Duration::zero()) {
            byName[slices.name(gap.blockingCall)].push_back(goesOn(gap));
        }
    }
    std::map<StringId, Duration> usual;
    for (auto& [name, times] : byName) {
        usual[name] = std::clamp(lowerMedian(times) * kUsualFactor, kMinReturn, kMaxReturn);
    }
    std::vector<bool> isOutlasting(gaps.size());
    for (std::size_t at = 0; at < gaps.size(); ++at) {
        const Duration time = goesOn(gaps[at]);
        isOutlasting[at] =
            time > Duration::zero() &&
            (time - usual[slices.name(gaps[at].blockingCall)]) * 4 >= gaps[at].length() &&
            waitsForUnseen(trace, launches, names, gaps[at].blockingCall);
    }
    return isOutlasting;
}

std::vector<GapReasonKind> fixedGapReasons(const Trace& trace, const LaunchIndex& launches,
                                           const NameClasses& names, const FirstUses& firstUse,
                                           const RankWaits& rankWaits, const Steps& steps,
                                           std::span<const Gap> gaps,
                                           std::span<const GapActivity> mainActivity,
                                           GapReasonKind ofAll, bool isSampled,
                                           Duration launchInterval) {
    const bool isMarked = hasMarkedLoop(steps);
    const TimeRange loop =
        isMarked ? TimeRange{steps.rows.front().host.begin, steps.rows.back().host.end}
                 : TimeRange{};
    const std::vector<bool> isOutlasting = outlastingWaits(trace, launches, names, gaps);
    const auto isLongAndUnseen = [&](std::size_t at) {
        return gaps[at].trigger == GapTrigger::HostLate && gaps[at].length() > kMaxReturn &&
               mainActivity[at] == GapActivity::Untraced;
    };
    const auto numbers = std::views::iota(std::size_t{0}, gaps.size());
    const std::map<SourceId, MergedRanges> awaited =
        resultWaits(trace, std::ranges::any_of(numbers, isLongAndUnseen));
    const bool clocksDiffer = trace.issues().count(IssueKind::ClocksDiffer) > 0;
    std::vector<GapReasonKind> explanations;
    explanations.reserve(gaps.size());
    for (std::size_t at = 0; at < gaps.size(); ++at) {
        const Gap& gap = gaps[at];
        const bool isOutside =
            isMarked && gap.launch.isValid() && !loop.contains(trace.slices().start(gap.launch));
        explanations.push_back(
            ofAll != GapReasonKind::None                ? ofAll
            : isSampled                                 ? GapReasonKind::Sampled
            : clocksDiffer                              ? GapReasonKind::ClocksDiffer
            : mainActivity[at] == GapActivity::Profiler ? GapReasonKind::Profiler
            : firstUse.explains(trace, gap)             ? GapReasonKind::FirstUse
            : isOutlasting[at]                          ? GapReasonKind::WorkNotRecorded
            : isQueueOfEarlierWork(trace, gaps, at)     ? GapReasonKind::EarlierWork
            : isLongAndUnseen(at) && isResultWait(trace, awaited, gap)
                ? GapReasonKind::WorkNotRecorded
            : isOutside                                 ? GapReasonKind::CaptureEdge
            : isRankWait(trace, rankWaits, gap)         ? GapReasonKind::WaitingForRank
            : !gap.launch.isValid()                     ? GapReasonKind::HostNotRecorded
            : gap.length() < launchInterval             ? GapReasonKind::BelowThreshold
            : mainActivity[at] == GapActivity::Untraced ? GapReasonKind::HostNotRecorded
            : isBetweenLaunches(gap, mainActivity[at])  ? GapReasonKind::HostBetweenLaunches
                                                        : GapReasonKind::None);
    }
    return explanations;
}

}  // namespace gaplight
