// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/trace/sparse_column.h"

namespace gaplight {

// Integer ids that many slices have, with O(1) lookup by slice: 4 bytes per slice with an id (8 if
// any id needs 64 bits), plus 3 bits per slice of the trace.
class SparseIds {
public:
    SparseIds() = default;
    // Consumes `column`, whose slice ids are < `sliceCount`.
    template <class T>
    SparseIds(SparseColumn<T> column, std::size_t sliceCount) {
        mark(column.slices(), sliceCount);
        bool narrow = true;
        for (const T value : column.values()) {
            narrow = narrow && static_cast<std::uint32_t>(value) == value;
        }
        narrow ? m_narrow.assign(column.values().begin(), column.values().end())
               : m_wide.assign(column.values().begin(), column.values().end());
    }

    // O(1).
    [[nodiscard]] std::optional<std::uint64_t> find(SliceId slice) const;

    // Number of slices with an id.
    [[nodiscard]] std::size_t size() const { return m_narrow.size() + m_wide.size(); }
    // The id at a position < size(), in slice order.
    [[nodiscard]] std::uint64_t value(std::size_t at) const {
        return m_wide.empty() ? m_narrow[at] : m_wide[at];
    }
    // Calls `visit(slice, id)` for each id, in slice order. O(slices / 64 + ids).
    template <class Visit>
    void forEach(const Visit& visit) const {
        for (std::size_t block = 0; block < m_blocks.size(); ++block) {
            std::size_t at = m_blocks[block].before;
            for (std::uint64_t bits = m_blocks[block].bits(); bits != 0; bits &= bits - 1) {
                visit(SliceId(block * kBlock + static_cast<std::size_t>(std::countr_zero(bits))),
                      value(at++));
            }
        }
    }
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    static constexpr std::size_t kBlock = 64;  // slices

    // Bit set of the slices with an id among 64, and the number of ids before them.
    struct Block {
        std::uint32_t low = 0;
        std::uint32_t high = 0;
        std::uint32_t before = 0;

        [[nodiscard]] std::uint64_t bits() const {
            return low | static_cast<std::uint64_t>(high) << 32U;
        }
    };

    void mark(std::span<const SliceId> slices, std::size_t sliceCount);

    std::vector<Block> m_blocks;
    std::vector<std::uint32_t> m_narrow;
    std::vector<std::uint64_t> m_wide;  // empty if all ids fit 32 bits
};

}  // namespace gaplight
