// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/sparse_ids.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

namespace gaplight {
namespace {

// Little-endian.
template <class Value>
void append(Column<std::uint8_t>& bytes, std::span<const std::uint64_t> ids,
            std::uint64_t smallest) {
    std::size_t at = bytes.size();
    bytes.resize(at + ids.size() * sizeof(Value));
    for (const std::uint64_t id : ids) {
        const auto above = static_cast<Value>(id - smallest);
        std::memcpy(&bytes[at], &above, sizeof above);
        at += sizeof above;
    }
}

template <class Value>
Value valueAt(const std::uint8_t* values, std::size_t at) {
    Value value = 0;
    std::memcpy(&value, values + at * sizeof value, sizeof value);
    return value;
}

}  // namespace

void SparseIds::Builder::store() {
    const std::span<const std::uint64_t> ids = std::span(m_waiting).first(m_count);
    std::uint64_t smallest = ids.front();
    std::uint64_t largest = smallest;
    for (const std::uint64_t id : ids) {
        smallest = std::min(smallest, id);
        largest = std::max(largest, id);
    }
    m_ids.m_blocks.resize((m_sliceCount + kBlock - 1) / kBlock);
    Block& block = m_ids.m_blocks[m_block];
    block.bits = m_bits;
    block.smallest = smallest;
    const auto bits = static_cast<std::size_t>(std::bit_width(largest - smallest));
    block.width = static_cast<std::uint8_t>(bits == 0 ? 0 : std::bit_ceil((bits + 7) / 8));
    Column<std::uint8_t>& bytes = m_ids.m_bytes;
    bytes.resize((bytes.size() + kPlace - 1) / kPlace * kPlace);
    block.place = static_cast<std::uint32_t>(bytes.size() / kPlace);
    switch (block.width) {
        case 0:
            break;
        case 1:
            append<std::uint8_t>(bytes, ids, smallest);
            break;
        case 2:
            append<std::uint16_t>(bytes, ids, smallest);
            break;
        case 4:
            append<std::uint32_t>(bytes, ids, smallest);
            break;
        default:
            append<std::uint64_t>(bytes, ids, smallest);
            break;
    }
    m_ids.m_size += m_count;
    m_count = 0;
    m_bits = 0;
}

SparseIds SparseIds::Builder::take() {
    if (m_count > 0) {
        store();
    }
    m_ids.m_bytes.shrink_to_fit();
    return std::move(m_ids);
}

std::uint64_t SparseIds::idOf(const Block& block, std::size_t at) const {
    const std::uint8_t* values = m_bytes.data() + std::size_t{block.place} * kPlace;
    switch (block.width) {
        case 0:
            return block.smallest;
        case 1:
            return block.smallest + valueAt<std::uint8_t>(values, at);
        case 2:
            return block.smallest + valueAt<std::uint16_t>(values, at);
        case 4:
            return block.smallest + valueAt<std::uint32_t>(values, at);
        default:
            return block.smallest + valueAt<std::uint64_t>(values, at);
    }
}

std::optional<std::uint64_t> SparseIds::find(SliceId slice) const {
    const std::size_t at = slice.index() / kBlock;
    if (at >= m_blocks.size()) {
        return std::nullopt;
    }
    const Block& block = m_blocks[at];
    const std::uint64_t bit = std::uint64_t{1} << slice.index() % kBlock;
    if ((block.bits & bit) == 0) {
        return std::nullopt;
    }
    return idOf(block, static_cast<std::size_t>(std::popcount(block.bits & (bit - 1))));
}

std::size_t SparseIds::memoryBytes() const {
    return m_blocks.capacity() * sizeof(Block) + m_bytes.capacity();
}

}  // namespace gaplight
