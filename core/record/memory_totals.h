// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>

#include "core/record/record_stream.h"

namespace gaplight::record {

// Bytes that a program has allocated from the driver: on each GPU, and pinned on the host.
class MemoryTotals {
public:
    struct Change {
        std::int64_t bytes = 0;  // negative: freed
        std::int64_t total = 0;  // afterwards, in the same memory
    };
    // Sizes and totals are limited to 64 PiB, totals to 0 and more. A free has the size of its
    // allocation or, if the allocation was not recorded, the size in its own record.
    Change apply(const MemoryRecord& memory);

private:
    std::unordered_map<std::uint64_t, std::uint64_t> m_sizes;  // by address
    std::unordered_map<std::int64_t, std::int64_t> m_totals;   // by GPU; host: -1
};

// On the host: pinned and pageable memory.
[[nodiscard]] bool isHostMemory(MemoryKind kind);

}  // namespace gaplight::record
