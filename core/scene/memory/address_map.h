// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/memory/memory_model.h"

namespace gaplight {

// The addresses that a model ever used, without what is between: segments one after the other.
// Addresses of a GPU spread over terabytes, of which a program reserves some GB.
class AddressMap {
public:
    // O((segments + allocations) log spans).
    explicit AddressMap(const MemoryModel& model);

    struct Span {
        std::uint64_t address = 0;
        std::int64_t size = 0;
        std::int64_t offset = 0;  // of all spans before it
    };
    // Ascending by address; they neither overlap nor touch.
    const std::vector<Span>& spans() const { return m_spans; }
    // Sum of the sizes of all spans.
    std::int64_t bytes() const { return m_bytes; }
    // Where an address is; empty: in no span. O(log spans).
    std::optional<std::int64_t> offsetOf(std::uint64_t address) const;
    // The address at an offset in [0, bytes()). O(log spans).
    std::uint64_t addressAt(std::int64_t offset) const;

private:
    std::vector<Span> m_spans;
    std::int64_t m_bytes = 0;
};

}  // namespace gaplight
