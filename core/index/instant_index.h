// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace gaplight {

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
