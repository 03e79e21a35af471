// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/trace_cut.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/idle/gaps.h"
#include "core/base/text_hash.h"
#include "core/trace/flow_binding.h"

namespace gaplight {
namespace {

// The slices that ends of flows were bound to when the trace was loaded (flow_binding.h).
class FlowEndSlices {
public:
    // Slices by their begin.
    using Begins = std::vector<std::pair<Time, EventId>>;

    // `trace` must outlive it. `outside`: what stays of the slices that begin outside the range.
    FlowEndSlices(const Trace& trace, Begins outside)
        : m_trace(&trace), m_outside(std::move(outside)) {
        std::sort(m_outside.begin(), m_outside.end());
        for (const Track& track : trace.tracks()) {
            if (track.kind != TrackKind::Async) {
                const StringId pid = trace.processes()[track.process.index()].pid;
                m_tracks.emplace(keyOf(trace.text(pid), trace.text(track.tid)), &track);
            }
        }
    }

    std::optional<EventId> operator()(const CutPlan::FlowEnd& end) const {
        const auto track = m_tracks.find(keyOf(end.pid, end.tid));
        if (track == m_tracks.end()) {
            return beginningAt(end.time);
        }
        const SliceTable& slices = m_trace->slices();
        const SliceId slice = end.bindsToNext ? sliceFrom(slices, *track->second, end.time)
                                              : sliceCovering(slices, *track->second, end.time);
        return slice.isValid() ? std::optional(slices.event(slice)) : std::nullopt;
    }

private:
    // On a track that has other ids in the trace than in the file (XLA's streams).
    std::optional<EventId> beginningAt(Time time) const {
        const auto at = std::lower_bound(m_outside.begin(), m_outside.end(),
                                         std::pair(time, EventId(std::uint64_t{0})));
        return at != m_outside.end() && at->first == time ? std::optional(at->second)
                                                          : std::nullopt;
    }

    static std::string keyOf(std::string_view pid, std::string_view tid) {
        return std::string(pid).append(1, '\0').append(tid);
    }

    const Trace* m_trace;
    Begins m_outside;
    std::unordered_map<std::string, const Track*, TextHash> m_tracks;
};

class CutPlanning {
public:
    CutPlanning(const Session& session, const CutOptions& options)
        : m_session(session), m_slices(session.trace->slices()), m_options(options) {}

    CutPlan plan() {
        m_plan.range = m_options.range;
        m_plan.clip = m_options.clip;
        m_plan.stop = m_options.stop;
        m_plan.hasFlows = m_session.trace->facts().flowEvents > 0;
        m_plan.endsEarly = endsEarly();
        for (std::size_t at = 0; at < m_slices.size(); ++at) {
            if (touches(m_slices.range(SliceId(at)))) {
                add(SliceId(at));
            }
        }
        if (!m_options.clip) {
            addLaunches();
            addEdges();
        }
        std::sort(m_plan.slices.begin(), m_plan.slices.end());
        m_plan.sliceOfFlowEnd = FlowEndSlices(*m_session.trace, std::move(m_outside));
        return std::move(m_plan);
    }

private:
    bool endsEarly() const {
        const auto& issues = m_session.trace->issues().list();
        return std::any_of(issues.begin(), issues.end(), [](const ImportIssue& issue) {
            return issue.kind == IssueKind::Truncated || issue.kind == IssueKind::BrokenContainer ||
                   issue.kind == IssueKind::StoppedEarly;
        });
    }

    bool touches(TimeRange range) const {
        return range.overlaps(m_options.range) || m_options.range.contains(range.begin);
    }

    void add(SliceId slice) {
        m_plan.slices.push_back(m_slices.event(slice));
        if (!m_options.clip && !m_options.range.contains(m_slices.start(slice))) {
            m_outside.emplace_back(m_slices.start(slice), m_slices.event(slice));
        }
    }

    // What launched the activities of the range.
    void addLaunches() {
        const Trace& trace = *m_session.trace;
        const LaunchIndex& index = m_session.indexes->launches;
        for (std::size_t at = 0; at < index.launches().size(); ++at) {
            const auto launched = index.activitiesAt(at);
            const bool isNeeded = std::any_of(launched.begin(), launched.end(), [&](ActivityId id) {
                return touches(m_slices.range(trace.gpuActivities()[id.index()].slice));
            });
            if (isNeeded && !touches(m_slices.range(index.launches()[at]))) {
                add(index.launches()[at]);
            }
        }
    }

    // What decides where a gap that crosses an edge begins and ends, and why each gap was there.
    void addEdges() {
        for (const DeviceAnalysis& device : m_session.analysis.devices) {
            for (const Gap& gap : device.gaps) {
                if (!gap.range().overlaps(m_options.range)) {
                    continue;
                }
                // Also a call that is not why the gap was there: without it, an earlier one would
                // be the last before the launch.
                const SliceId waited =
                    gap.launch.isValid()
                        ? lastBlockingCallBefore(*m_session.trace, m_session.analysis.blockingCalls,
                                                 gap.launch)
                        : SliceId();
                for (const SliceId slice : {gap.activity, gap.launch, gap.blockingCall, waited}) {
                    if (slice.isValid() && !touches(m_slices.range(slice))) {
                        add(slice);
                    }
                }
                if (gap.begin <= m_options.range.begin) {
                    addLastBefore(gap, device);
                }
            }
        }
    }

    void addLastBefore(const Gap& gap, const DeviceAnalysis& device) {
        for (const ActivityId id : device.byStart) {
            const SliceId slice = m_session.trace->gpuActivities()[id.index()].slice;
            if (m_slices.end(slice) == gap.begin && !touches(m_slices.range(slice))) {
                add(slice);
                // Without its launch it would count as work from before the capture.
                const SliceId launch = m_session.indexes->launches.launchOf(id);
                if (launch.isValid() && !touches(m_slices.range(launch))) {
                    add(launch);
                }
            }
        }
    }

    const Session& m_session;
    const SliceTable& m_slices;
    const CutOptions& m_options;
    CutPlan m_plan;
    FlowEndSlices::Begins m_outside;
};

}  // namespace

Result<CutTotals> cutTrace(const Session& session, const CutOptions& options,
                           const TraceCutter::Write& write) {
    const TraceFacts& facts = session.trace->facts();
    if (session.cutter == nullptr) {
        return fail(ErrorCode::BadArgument,
                    facts.path + " (" + facts.format +
                        ") cannot be cut: parts are written of Chrome trace-event JSON, Perfetto's "
                        "protobuf and databases alone, and of no pack; cut the trace itself");
    }
    Result<CutTotals> totals = session.cutter->cut(CutPlanning(session, options).plan(), write);
    if (!totals && totals.error().code == ErrorCode::NotReadable) {
        totals.error().message = facts.path + ": " + totals.error().message;
    }
    return totals;
}

}  // namespace gaplight
