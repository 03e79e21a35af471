// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace gaplight {

TrackId Trace::trackOf(SliceId slice) const {
    // Tracks with slices come in slice order; empty ones share their successor's first slice, so
    // the last track that begins at or before the slice is the one that owns it.
    const auto after = std::upper_bound(
        m_tracks.begin(), m_tracks.end(), slice,
        [](SliceId wanted, const Track& track) { return wanted < track.firstSlice; });
    return TrackId(static_cast<std::size_t>(after - m_tracks.begin()) - 1);
}

std::string Trace::gpuLabel(GpuId gpu) const {
    const std::string own = "GPU " + std::to_string(gpu.device);
    return m_sources.size() > 1 ? sourceLabel(m_sources, gpu.source) + " · " + own : own;
}

std::size_t Trace::memoryBytes() const {
    std::size_t bytes = m_slices.memoryBytes() + m_correlation.memoryBytes() +
                        m_externalId.memoryBytes() + m_pythonId.memoryBytes() +
                        m_shapeKey.memoryBytes() + m_kernels.memoryBytes() +
                        m_copies.memoryBytes() + m_syncs.memoryBytes() + m_commCalls.memoryBytes();
    bytes += m_tracks.capacity() * sizeof(Track) + m_processes.capacity() * sizeof(Process) +
             m_categories.capacity() * sizeof(Category);
    bytes += m_instants.capacity() * sizeof(Instant) + m_flows.capacity() * sizeof(Flow) +
             m_memory.capacity() * sizeof(MemoryEvent) + m_gpu.capacity() * sizeof(GpuActivity);
    for (const CounterSeries& series : m_counters) {
        bytes += series.times.capacity() * sizeof(Time) + series.values.capacity() * sizeof(double);
    }
    return bytes;
}

TraceDetails::TraceDetails(std::shared_ptr<const Trace> trace,
                           std::vector<std::shared_ptr<const EventDetails>> bySource)
    : m_trace(std::move(trace)), m_bySource(std::move(bySource)) {
    assert(m_bySource.size() == m_trace->sources().size());
}

Result<std::vector<Arg>> TraceDetails::args(SliceId slice) const {
    return ofSlice(slice).args(m_trace->slices().event(slice));
}

Result<std::string> TraceDetails::raw(SliceId slice) const {
    return ofSlice(slice).raw(m_trace->slices().event(slice));
}

Result<std::string> TraceDetails::field(SliceId slice, DetailField field) const {
    return ofSlice(slice).field(m_trace->slices().event(slice), field);
}

const EventDetails& TraceDetails::ofSlice(SliceId slice) const {
    return of(m_trace->sourceOf(slice));
}

}  // namespace gaplight
