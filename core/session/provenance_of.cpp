// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/provenance_of.h"

#include <algorithm>
#include <utility>

#include "core/base/intervals.h"
#include "core/base/result.h"
#include "core/formats/open_compile_log.h"
#include "core/session/scene_data.h"

namespace gaplight {
namespace {

CapturedGraphs graphsCapturedIn(const TraceDetails& details, const LaunchIndex& launches) {
    const ArgLookup args = argLookup(details);
    return capturedGraphs(details.trace(), launches,
                          [&](SliceId call) { return args(call, DetailField::LaunchedKernel); });
}

Result<ReplayOrigins> originsFrom(const Session& session, const Trace& capture,
                                  const CapturedGraphs& captured) {
    const PlaceFinder places(capture);
    return originsOfReplays(*session.trace, session.indexes->launches, {capture, places, captured});
}

std::shared_ptr<Provenance> copyOf(const Provenance* known) {
    return known == nullptr ? std::make_shared<Provenance>() : std::make_shared<Provenance>(*known);
}

Result<std::shared_ptr<const Provenance>> named(const std::string& path,
                                                Result<std::shared_ptr<const Provenance>> known) {
    if (!known) {
        known.error().message = path + ": " + known.error().message;
    }
    return known;
}

}  // namespace

Result<ReplayOrigins> replayOriginsOf(const Session& session, const LoadedTrace& capture) {
    return originsFrom(session, *capture.trace,
                       graphsCapturedIn(capture.details, LaunchIndex::build(*capture.trace)));
}

Result<ReplayOrigins> replayOriginsOf(const Session& session) {
    return originsFrom(session, *session.trace,
                       graphsCapturedIn(session.details, session.indexes->launches));
}

std::shared_ptr<const Provenance> provenanceWithin(const Session& session) {
    const CapturedGraphs captured = graphsCapturedIn(session.details, session.indexes->launches);
    if (captured.graphs.empty()) {
        return nullptr;
    }
    Result<ReplayOrigins> origins = originsFrom(session, *session.trace, captured);
    if (!origins) {
        return nullptr;
    }
    auto provenance = std::make_shared<Provenance>();
    provenance->replays = std::make_shared<const ReplayOrigins>(*std::move(origins));
    return provenance;
}

Result<std::shared_ptr<const Provenance>> withCapture(const Session& session,
                                                      const LoadedTrace& capture) {
    ReplayOrigins origins = TRY(replayOriginsOf(session, capture));
    const auto provenance = copyOf(session.provenance.get());
    provenance->capturePath = capture.trace->facts().path;
    provenance->replays = std::make_shared<const ReplayOrigins>(std::move(origins));
    return std::shared_ptr<const Provenance>(provenance);
}

Result<std::shared_ptr<const Provenance>> withCompileLog(const Session& session,
                                                         const Provenance* known, CompileLog log) {
    KernelSources kernels =
        TRY(sourcesOfKernels(*session.trace, session.indexes->launches, log,
                             known == nullptr ? nullptr : known->replays.get()));
    const auto provenance = copyOf(known);
    provenance->compileLog = std::make_shared<const CompileLog>(std::move(log));
    provenance->kernels = std::make_shared<const KernelSources>(std::move(kernels));
    return std::shared_ptr<const Provenance>(provenance);
}

Result<std::shared_ptr<const Provenance>> openCapture(const std::string& path,
                                                      const DocumentContext& context) {
    const LoadedTrace capture = TRY(readTrace(path, context.reading));
    return named(path, withCapture(*context.trace, capture));
}

Result<std::shared_ptr<const Provenance>> openLogOf(const std::string& path,
                                                    const Provenance* known,
                                                    const DocumentContext& context) {
    CompileLog log = TRY(openCompileLog(path, context.reading.inflation, context.reading.stop));
    return named(path, withCompileLog(*context.trace, known, std::move(log)));
}

namespace {

// From the launch of a GPU's first work to its start where that is long after: with nothing
// recorded in its queue, it waited for work from before the capture, as in a gap of that reason
// (GapReasonKind::EarlierWork). Empty where it started at once.
TimeRange waitForEarlierWork(const Session& session, const DeviceAnalysis& device) {
    const Trace& trace = *session.trace;
    const SliceId first = trace.gpuActivities()[device.byStart.front().index()].slice;
    const SliceId call = session.indexes->launches.launchOf(device.byStart.front());
    const Time start = trace.slices().start(first);
    const bool waits = call.isValid() && start - trace.slices().end(call) > kMaxReturn &&
                       trace.tracks()[trace.trackOf(first).index()].firstSlice == first;
    return waits ? TimeRange{trace.slices().end(call), start} : TimeRange{start, start};
}

// When a GPU runs before its window what was launched before the capture. A part of a trace has a
// window of its own, before which nothing is of interest.
std::vector<TimeRange> earlierActivity(const Session& session, const DeviceAnalysis& device) {
    const Trace& trace = *session.trace;
    const GpuActivityTotals& totals = device.totals;
    if (device.byStart.empty() || session.analysis.range != trace.range()) {
        return {};
    }
    if (totals.beforeCapture == 0) {
        const TimeRange wait = waitForEarlierWork(session, device);
        return wait.length() > Duration::zero() ? std::vector{wait} : std::vector<TimeRange>();
    }
    std::vector<TimeRange> ranges;
    for (const GpuActivity& activity : trace.gpuActivities()) {
        const TimeRange range = trace.slices().range(activity.slice);
        if (activity.gpu == totals.gpu && range.begin < totals.window.begin) {
            ranges.push_back({range.begin, std::min(range.end, totals.window.begin)});
        }
    }
    std::sort(ranges.begin(), ranges.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    MergedRanges merged;
    for (const TimeRange& range : ranges) {
        merged.add(range);
    }
    return merged.ranges();
}

}  // namespace

GpuTime gpuTimeOf(const Session& session, std::size_t device) {
    const DeviceAnalysis& of = session.analysis.devices[device];
    GpuTime time;
    time.gpu = of.totals.gpu;
    time.window = of.totals.window;
    time.gaps.reserve(of.gaps.size());
    const std::vector<ColorRef> colors = gapColors(session, device);
    const IdleExplanations* explained = explanationsOf(session.findings.explanations, of);
    std::vector<TimeRange> earlier;
    for (std::size_t at = 0; at < of.gaps.size(); ++at) {
        const TimeRange gap = of.gaps[at].range();
        if (of.gapReason[at] == GapReasonKind::EarlierWork) {
            earlier.push_back(gap);
            continue;
        }
        time.gaps.push_back(gap);
        time.gapColors.push_back(colors[at]);
        if (explained != nullptr && explained->recordingOfGap[at] > 0) {
            time.recordings.push_back({gap.end - Duration(explained->recordingOfGap[at]), gap.end});
        }
    }
    NotComputing parts = notComputing(*session.trace, of.byStart, of.busyAtStart);
    time.communicationAlone = std::move(parts.communicationAlone);
    time.copiesAlone = std::move(parts.copiesAlone);
    time.earlier = earlierActivity(session, of);
    time.earlier.insert(time.earlier.end(), earlier.begin(), earlier.end());
    return time;
}

std::vector<BusyProfile> busyProfiles(const Session& session, std::optional<GpuId> waitsOf,
                                      const std::vector<TimeRange>& waits) {
    std::vector<BusyProfile> profiles;
    for (std::size_t at = 0; at < session.analysis.devices.size(); ++at) {
        GpuTime time = gpuTimeOf(session, at);
        const MergedRanges own = waitsForRanks(session.findings.findings, time.gpu);
        std::vector<TimeRange> moving =
            rangesOutside(time.communicationAlone, time.gpu == waitsOf ? waits : own.ranges());
        time.waiting = rangesOutside(time.communicationAlone, moving);
        time.communicationAlone = std::move(moving);
        profiles.push_back(BusyProfile::build(std::move(time)));
    }
    return profiles;
}

}  // namespace gaplight
