// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/trace/sparse_column.h"

namespace gaplight {

// A number that many slices have, asked for slice by slice: 4 bytes for each that has it, or 8
// where some number needs them, and 3 bits for every slice of the trace.
class SparseIds {
public:
    SparseIds() = default;
    // Consumes `column`, whose slices are below `sliceCount`.
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

    // How many slices have a number.
    [[nodiscard]] std::size_t size() const { return m_narrow.size() + m_wide.size(); }
    // The number at a position below size(), in the order of slices.
    [[nodiscard]] std::uint64_t value(std::size_t at) const {
        return m_wide.empty() ? m_narrow[at] : m_wide[at];
    }
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    // Which of 64 slices have a number, and how many before them.
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
    std::vector<std::uint64_t> m_wide;  // empty where all numbers are narrow
};

}  // namespace gaplight
