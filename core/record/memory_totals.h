// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>

#include "core/record/record_stream.h"

namespace gaplight::record {

// How much memory a program has taken from the driver: on each GPU, and pinned on the host.
class MemoryTotals {
public:
    struct Change {
        std::int64_t bytes = 0;  // negative: given back
        std::int64_t total = 0;  // afterwards, in the same memory
    };
    // Sizes of what is freed are known from when it was taken; of what was taken before the
    // recording, from the record.
    Change apply(const MemoryRecord& memory);

private:
    std::unordered_map<std::uint64_t, std::uint64_t> m_sizes;  // by address
    std::unordered_map<std::int64_t, std::int64_t> m_totals;   // by GPU; host: -1
};

// On the host: pinned and pageable memory.
[[nodiscard]] bool isHostMemory(MemoryKind kind);

}  // namespace gaplight::record
