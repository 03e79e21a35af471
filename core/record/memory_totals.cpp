// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/memory_totals.h"

#include <algorithm>

namespace gaplight::record {

namespace {

// 64 PiB, the most that readers accept: a damaged record must not make a total overflow.
constexpr std::int64_t kMaxBytes = std::int64_t{1} << 56U;

}  // namespace

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
    const auto size = static_cast<std::int64_t>(std::min<std::uint64_t>(bytes, kMaxBytes));
    const std::int64_t change = memory.isFree != 0 ? -size : size;
    std::int64_t& total = m_totals[owner];
    // Frees of earlier allocations must not make the total negative.
    total = std::clamp<std::int64_t>(total + change, 0, kMaxBytes);
    return {change, total};
}

}  // namespace gaplight::record
