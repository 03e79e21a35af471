// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/sparse_ids.h"

#include <bit>

namespace gaplight {

void SparseIds::mark(std::span<const SliceId> slices, std::size_t sliceCount) {
    if (slices.empty()) {
        return;
    }
    m_blocks.resize((sliceCount + kBlock - 1) / kBlock);
    for (const SliceId slice : slices) {
        Block& block = m_blocks[slice.index() / kBlock];
        const std::uint64_t bits = block.bits() | std::uint64_t{1} << slice.index() % kBlock;
        block.low = static_cast<std::uint32_t>(bits);
        block.high = static_cast<std::uint32_t>(bits >> 32U);
    }
    std::uint32_t before = 0;
    for (Block& block : m_blocks) {
        block.before = before;
        before += static_cast<std::uint32_t>(std::popcount(block.bits()));
    }
}

std::optional<std::uint64_t> SparseIds::find(SliceId slice) const {
    const std::size_t at = slice.index() / kBlock;
    if (at >= m_blocks.size()) {
        return std::nullopt;
    }
    const std::uint64_t bit = std::uint64_t{1} << slice.index() % kBlock;
    const std::uint64_t bits = m_blocks[at].bits();
    if ((bits & bit) == 0) {
        return std::nullopt;
    }
    return value(m_blocks[at].before + static_cast<std::size_t>(std::popcount(bits & (bit - 1))));
}

std::size_t SparseIds::memoryBytes() const {
    return m_blocks.capacity() * sizeof(Block) + m_narrow.capacity() * sizeof(std::uint32_t) +
           m_wide.capacity() * sizeof(std::uint64_t);
}

}  // namespace gaplight
