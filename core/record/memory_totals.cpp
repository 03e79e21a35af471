// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/memory_totals.h"

namespace gaplight::record {

bool isHostMemory(MemoryKind kind) {
    return kind == MemoryKind::Pageable || kind == MemoryKind::Pinned;
}

MemoryTotals::Change MemoryTotals::apply(const MemoryRecord& memory) {
    const std::int64_t owner = isHostMemory(memory.kind) ? -1 : std::int64_t{memory.device};
    std::uint64_t bytes = memory.bytes;
    if (memory.isFree == 0) {
        m_sizes[memory.address] = bytes;
    } else if (const auto known = m_sizes.find(memory.address); known != m_sizes.end()) {
        bytes = known->second;
        m_sizes.erase(known);
    }
    const std::int64_t change = static_cast<std::int64_t>(bytes) * (memory.isFree != 0 ? -1 : 1);
    std::int64_t& total = m_totals[owner];
    // Frees of earlier allocations must not make the total negative.
    total = total + change < 0 ? 0 : total + change;
    return {change, total};
}

}  // namespace gaplight::record
