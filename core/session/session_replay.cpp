// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session_replay.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "core/analysis/host/profiler_overhead.h"
#include "core/base/intervals.h"
#include "core/base/parallel.h"
#include "core/base/quantity_text.h"
#include "core/detectors/what_if/resolve_edits.h"

namespace gaplight {

SessionReplay::SessionReplay(std::shared_ptr<const Session> session)
    : m_session(std::move(session)),
      m_replay(Replay::build(*m_session->trace, m_session->indexes->launches, m_session->analysis)),
      m_warm(m_replay, *m_session->trace, m_session->analysis),
      m_unchanged(timeline({})) {}

WhatIfRun SessionReplay::run(std::span<const WhatIf> changes,
                             const std::optional<TimeRange>& shown) const {
    const Session& session = *m_session;
    const ArgLookup args = argLookup(session.details);
    const WhatIfSubject subject{*session.trace, session.indexes->launches, session.analysis,
                                session.findings.findings, args};
    WhatIfRun run;
    std::vector<std::string> texts;
    for (const WhatIf& change : changes) {
        Result<std::vector<ReplayEdit>> edits = replayEdits(change, subject);
        if (!edits) {
            run.error = run.error ? std::move(run.error) : std::move(edits.error());
            continue;
        }
        run.edits.insert(run.edits.end(), edits->begin(), edits->end());
        texts.push_back(change.text);
    }
    run.timeline = timeline(run.edits, shown);
    run.answer = whatIfAnswer(m_replay, m_unchanged, run.timeline);
    run.answer.edits = std::move(texts);
    return run;
}

void SessionReplay::addUnprofiled(WhatIfRun& run) const {
    const Trace& trace = *m_session->trace;
    ProfilerOverhead overhead(trace, m_session->indexes->launches);
    std::vector<ReplayEdit> edits = withoutProfiler(trace, overhead);
    if (!edits.empty()) {
        run.answer.unprofiledBefore = m_warm.windowWith(edits);
        edits.insert(edits.end(), run.edits.begin(), run.edits.end());
        run.answer.unprofiled = m_warm.windowWith(edits);
    }
}

ReplayTimeline SessionReplay::timeline(std::span<const ReplayEdit> edits,
                                       const std::optional<TimeRange>& shown) const {
    return m_warm.timeline(edits, replayedSteps(m_session->analysis.steps), shown);
}

namespace {

std::vector<TimeRange> merged(std::vector<TimeRange> ranges) {
    const auto isBefore = [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; };
    if (!std::is_sorted(ranges.begin(), ranges.end(), isBefore)) {  // of several streams
        std::sort(ranges.begin(), ranges.end(), isBefore);
    }
    MergedRanges covered;
    for (const TimeRange& range : ranges) {
        covered.add(range);
    }
    return covered.ranges();
}

RowInterval on(const Trace& trace, SliceId slice, TimeRange range) {
    return {trace.trackOf(slice), trace.slices().row(slice), range};
}

// The time of each GPU in a replay. Runs for each move of a change that is dragged: slices and
// activities are both in the order of slices, so that one pass over both finds those of a GPU.
std::vector<BusyProfile> predictedProfiles(const Trace& trace, const ReplayTimeline& timeline) {
    struct Ranges {
        std::vector<TimeRange> copies;
        std::vector<TimeRange> others;
    };
    std::map<GpuId, Ranges> ofGpus;
    std::pair<GpuId, Ranges*> last;
    const auto activities = trace.gpuActivities();
    auto activity = activities.begin();
    for (const ReplayedSlice& replayed : timeline.slices) {
        while (activity != activities.end() && activity->slice < replayed.slice) {
            ++activity;
        }
        const bool isOnGpu = activity != activities.end() && activity->slice == replayed.slice;
        if (!isOnGpu || replayed.range.begin < timeline.window.begin) {
            continue;  // a call, or launched before the capture
        }
        if (last.second == nullptr || last.first != activity->gpu) {
            last = {activity->gpu, &ofGpus[activity->gpu]};
        }
        const bool isCopy = trace.kind(replayed.slice) == SliceKind::Memcpy;
        (isCopy ? last.second->copies : last.second->others).push_back(replayed.range);
    }
    std::vector<BusyProfile> profiles;
    for (auto& [gpu, ranges] : ofGpus) {
        const std::vector<TimeRange> others = merged(std::move(ranges.others));
        GpuTime time;
        time.gpu = gpu;
        std::vector<TimeRange> busy = others;
        if (!ranges.copies.empty()) {
            busy.insert(busy.end(), ranges.copies.begin(), ranges.copies.end());
            busy = merged(std::move(busy));
            time.copiesAlone = rangesOutside(merged(std::move(ranges.copies)), others);
        }
        time.window = {busy.front().begin, busy.back().end};
        time.gaps = rangesOutside({time.window}, busy);
        profiles.push_back(BusyProfile::build(std::move(time)));
    }
    return profiles;
}

std::vector<PathPart> partsOf(const CriticalPath& path) {
    std::array<std::vector<TimeRange>, kPathKinds> ranges;
    for (const PathSegment& segment : path.segments) {
        ranges[static_cast<std::size_t>(segment.kind)].push_back(segment.range);
    }
    std::vector<PathPart> parts;
    for (std::size_t kind = 0; kind < kPathKinds; ++kind) {
        if (!ranges[kind].empty()) {
            parts.push_back({pathColor(static_cast<PathKind>(kind)), RangeSums(ranges[kind])});
        }
    }
    return parts;
}

}  // namespace

Role pathColor(PathKind kind) {
    switch (kind) {
        case PathKind::Host:
            return Role::HostFiller;
        case PathKind::Launch:
            return Role::LaunchArrow;
        case PathKind::Kernel:
            return Role::Compute;
        case PathKind::Copy:
            return Role::Copy;
        case PathKind::Sync:
            return Role::BlockingCall;
        case PathKind::Collective:
            return Role::Communication;
        case PathKind::GpuWait:
        case PathKind::Count_:
            break;
    }
    return Role::IdleOther;
}

namespace {

constexpr double kUnchangedFactor = 1.005;  // prints as 1.00×

// As the tab What if says it; empty where that gives no saving.
std::string endText(const WhatIfAnswer& answer) {
    if (!answer.trusted || answer.window <= Duration::zero()) {
        return {};
    }
    const bool isUnchanged =
        answer.speedUp < kUnchangedFactor && answer.speedUp > 1 / kUnchangedFactor;
    return durationText(answer.window) +
           (isUnchanged ? " predicted, unchanged"
                        : " predicted, " + factorText(answer.speedUp) + " as fast");
}

}  // namespace

ReplayIntervals replayIntervals(const Trace& trace, const WhatIfRun& run, bool withGhosts,
                                bool withPath) {
    const ReplayTimeline& timeline = run.timeline;
    ReplayIntervals intervals;
    if (withGhosts) {
        parallelInvoke(
            [&] {
                std::vector<RowInterval> ghosts;
                ghosts.reserve(timeline.slices.size());
                for (const ReplayedSlice& replayed : timeline.slices) {
                    ghosts.push_back(on(trace, replayed.slice, replayed.range));
                }
                intervals.ghosts = RowIntervals::build(std::move(ghosts));
            },
            [&] { intervals.predicted = predictedProfiles(trace, timeline); });
        intervals.end = PredictedEnd{timeline.window.end, endText(run.answer)};
    }
    if (withPath) {
        std::vector<RowInterval> path;
        path.reserve(timeline.path.segments.size());
        for (const PathSegment& segment : timeline.path.segments) {
            if (segment.slice.isValid()) {
                path.push_back(on(trace, segment.slice, segment.range));
            }
        }
        intervals.path = RowIntervals::build(std::move(path));
        intervals.pathParts = partsOf(timeline.path);
    }
    return intervals;
}

}  // namespace gaplight
