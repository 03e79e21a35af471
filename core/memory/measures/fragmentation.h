// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/memory_model.h"

namespace gaplight {

// Memory that the allocator holds but the program does not, at a moment.
struct Fragmentation {
    Moment moment = 0;
    std::int64_t reserved = 0;
    std::int64_t allocated = 0;
    std::int64_t active = 0;       // allocated, and freed but in use by a stream
    std::int64_t largestHole = 0;  // the largest free run of bytes in a segment: what still fits
    std::uint64_t holes = 0;

    // 1 - allocated / reserved; 0 where nothing is reserved.
    double share() const {
        return reserved <= 0 ? 0.0
                             : 1.0 - static_cast<double>(allocated) / static_cast<double>(reserved);
    }
};
// O(allocations + segments log segments).
[[nodiscard]] Fragmentation fragmentationAt(const MemoryModel& model, Moment moment);

// A segment taken from the driver although the free bytes of its stream and pool would have been
// enough, had they been in one place.
struct ForcedSegment {
    std::uint32_t event = 0;
    std::int64_t size = 0;         // bytes of the segment
    std::int64_t unused = 0;       // free bytes in the segments of its stream and pool
    std::int64_t largestHole = 0;  // of them
};
// By event. At most 256 segments are examined, the latest ones. O(256 · (allocations + segments)).
[[nodiscard]] std::vector<ForcedSegment> forcedSegments(const MemoryModel& model);

// A free run of bytes inside a segment.
struct MemoryHole {
    std::uint64_t address = 0;
    std::int64_t size = 0;
    std::uint32_t segment = 0;  // into MemoryModel::segments
};
// By address. O(allocations + segments log segments).
[[nodiscard]] std::vector<MemoryHole> holesAt(const MemoryModel& model, Moment moment);

}  // namespace gaplight
