// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_data.h"

#include <algorithm>

namespace gaplight {

std::pair<std::size_t, std::size_t> RowsOfParts::locate(std::size_t row) const {
    const auto after = std::upper_bound(m_first.begin(), m_first.end(), row);
    const auto part = static_cast<std::size_t>(after - m_first.begin()) - 1;
    return {part, row - m_first[part]};
}

QueryData::QueryData(std::shared_ptr<const Session> session, QueryAttachments attachments)
    : m_session(std::move(session)), m_attachments(std::move(attachments)) {
    for (const GpuActivity& activity : trace().gpuActivities()) {
        const bool isKernel = trace().kind(activity.slice) == SliceKind::Kernel;
        (isKernel ? m_kernels : m_copies).push_back(activity.slice);
    }
    addTracks();
    for (const CounterSeries& series : trace().counterSeries()) {
        m_counters.add(series.times.size());
    }
    for (const DeviceAnalysis& device : m_session->analysis.devices) {
        m_gaps.add(device.gaps.size());
    }
    for (const Finding& finding : m_session->findings.findings) {
        m_evidence.add(finding.evidence.size());
    }
    if (m_attachments.report) {
        for (const ReportKernel& kernel : m_attachments.report->report.kernels) {
            m_metrics.add(kernel.metrics.size());
        }
    }
    if (m_attachments.memory) {
        for (const MemoryModel& device : m_attachments.memory->snapshot().devices) {
            m_allocations.add(device.allocations.size());
        }
    }
    if (m_attachments.ranks) {
        for (const JointCollective& joint : m_attachments.ranks->analysis.collectives) {
            m_collectiveParts.add(joint.parts.size());
        }
    }
}

void QueryData::addTracks() {
    for (std::size_t at = 0; at < trace().tracks().size(); ++at) {
        const Track& track = trace().tracks()[at];
        const std::string_view tid = trace().text(track.tid);
        const bool isStates = tid.ends_with(kStateTrackEnding);
        if (!isStates && !tid.ends_with(kSampleTrackEnding)) {
            (track.kind == TrackKind::Async ? m_asyncTracks : m_threads).emplace_back(at);
            continue;
        }
        for (std::size_t number = 0; number < track.sliceCount; ++number) {
            const SliceId slice(track.firstSlice.index() + number);
            (isStates ? m_threadStates : m_stackSamples).push_back(slice);
            if (isStates && trace().name(slice).starts_with(kRunningState)) {
                m_runningStates.push_back(slice);
            }
        }
    }
    for (auto* slices : {&m_threadStates, &m_runningStates, &m_stackSamples}) {
        std::ranges::sort(*slices);
    }
}

}  // namespace gaplight
