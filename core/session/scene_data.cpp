// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/scene_data.h"

#include <string>
#include <utility>

#include <tbb/parallel_invoke.h>

#include "core/analysis/gap_cause.h"
#include "core/analysis/kernel_name.h"

namespace gaplight {
namespace {

// The host code inside a gap: its name, or the class of what filled most of it.
std::string hostText(const Trace& trace, const Gap& gap, Filler filler) {
    const StringId cause = hostCauseOf(trace, gap);
    return "host: " +
           std::string(cause.isValid() ? functionOfFrame(trace.text(cause)) : fillerName(filler));
}

// What the mark says after the gap's length.
std::string gapLabel(const Trace& trace, const Gap& gap, Filler filler) {
    switch (gap.trigger) {
        case GapTrigger::GpuSide:
            return "already launched";
        case GapTrigger::AfterSync: {
            const std::string sync = "after " + std::string(trace.name(gap.blockingCall));
            return filler == Filler::Sync ? sync : sync + ", " + hostText(trace, gap, filler);
        }
        case GapTrigger::HostLate:
            return hostText(trace, gap, filler);
        case GapTrigger::Unknown:
        case GapTrigger::Count_:
            break;
    }
    return "launch not recorded";
}

void appendGaps(const Session& session, std::vector<Overlay>& overlays) {
    for (const DeviceAnalysis& device : session.analysis.devices) {
        for (std::size_t at = 0; at < device.gaps.size(); ++at) {
            const Gap& gap = device.gaps[at];
            if (gap.length() >= session.analysis.gapThreshold) {
                overlays.push_back(Overlay{OverlayKind::IdleGap,
                                           device.totals.device,
                                           {},
                                           {},
                                           gap.range(),
                                           gapLabel(*session.trace, gap, device.gapFiller[at])});
            }
        }
    }
}

void appendBlockingCalls(const Session& session, std::vector<Overlay>& overlays) {
    const SliceTable& slices = session.trace->slices();
    for (const BlockingCall& call : session.analysis.blockingCalls) {
        overlays.push_back(Overlay{OverlayKind::BlockingCall, -1, call.track, call.slice,
                                   slices.range(call.slice),
                                   call.byProfiler ? "profiler" : std::string{}});
    }
}

std::vector<BusyProfile> busyProfiles(const Analysis& analysis) {
    std::vector<BusyProfile> profiles;
    for (const DeviceAnalysis& device : analysis.devices) {
        std::vector<TimeRange> gaps;
        gaps.reserve(device.gaps.size());
        for (const Gap& gap : device.gaps) {
            gaps.push_back(gap.range());
        }
        profiles.push_back(BusyProfile::build(device.totals.device, device.totals.window, gaps));
    }
    return profiles;
}

}  // namespace

std::shared_ptr<const SceneData> SceneData::build(std::shared_ptr<const Session> session) {
    std::shared_ptr<SceneData> data(new SceneData());
    const Session& from = *session;
    tbb::parallel_invoke(
        [&] {
            data->m_names = NameTable::build(
                *from.trace, [](std::string_view name) { return shortKernelName(name); });
        },
        [&] {
            std::vector<Overlay> overlays;
            appendGaps(from, overlays);
            appendBlockingCalls(from, overlays);
            data->m_overlays = OverlayTable::build(std::move(overlays));
        },
        [&] { data->m_counters = counterLanes(*from.trace); },
        [&] { data->m_busy = busyProfiles(from.analysis); });
    data->m_session = std::move(session);
    return data;
}

SceneModel SceneData::model() const {
    SceneModel model;
    model.trace = m_session->trace.get();
    model.rows = &m_session->rows;
    model.launches = &m_session->launches;
    model.flows = &m_session->flows;
    model.names = &m_names;
    model.overlays = &m_overlays;
    model.counters = m_counters;
    model.busy = m_busy;
    return model;
}

}  // namespace gaplight
