// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace gaplight {

using FlowId = Id<struct FlowTag>;  // into Trace::flows()

// Finds the flow arrows of the trace by either end.
//
// Trace::flows() is sorted by the slice that an arrow leaves, so outgoing arrows need a binary
// search only. Incoming ones need a second order: a permutation of the same flows by target slice.
//
//   flows()   0: a->x   1: a->y   2: b->x      from(a) = flows()[0..2)
//   m_byTo    0, 2, 1                          to(x)   = {0, 2}
class FlowIndex {
public:
    FlowIndex() = default;
    // O(flows log flows); 4 bytes per flow.
    [[nodiscard]] static FlowIndex build(const Trace& trace);

    // Flows that start at a slice; consecutive, because Trace::flows() is sorted by `from`.
    // O(log flows).
    std::span<const Flow> from(const Trace& trace, SliceId slice) const;
    // Flows that end at a slice, as indexes into Trace::flows(). O(log flows).
    std::span<const FlowId> to(const Trace& trace, SliceId slice) const;

    std::size_t memoryBytes() const { return m_byTo.capacity() * sizeof(FlowId); }

private:
    std::vector<FlowId> m_byTo;
};

using InstantId = Id<struct InstantTag>;  // into Trace::instants()

// Instant events of each track, by time. Immutable; 4 bytes per instant.
class InstantIndex {
public:
    InstantIndex() = default;
    // O(instants log instants).
    [[nodiscard]] static InstantIndex build(const Trace& trace);

    // In time order; empty for a track without any. O(1).
    std::span<const InstantId> of(TrackId track) const;
    // The instants of a track at or after `time`. O(log n).
    std::span<const InstantId> from(const Trace& trace, TrackId track, Time time) const;

private:
    std::vector<InstantId> m_instants;
    std::vector<std::uint32_t> m_first;  // per track, plus the end
};

}  // namespace gaplight
