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

// Readers give a thread's states a track of their own, "4711 state".
void QueryData::addTracks() {
    for (std::size_t at = 0; at < trace().tracks().size(); ++at) {
        const Track& track = trace().tracks()[at];
        if (trace().text(track.tid).ends_with(kStateTrackEnding)) {
            for (std::size_t slice = 0; slice < track.sliceCount; ++slice) {
                m_threadStates.emplace_back(track.firstSlice.index() + slice);
            }
        } else {
            (track.kind == TrackKind::Async ? m_asyncTracks : m_threads).emplace_back(at);
        }
    }
    std::ranges::sort(m_threadStates);
}

}  // namespace gaplight
