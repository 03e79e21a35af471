// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/column.h"
#include "core/base/id.h"
#include "core/trace/sparse_column.h"

namespace gaplight {

// Integer ids that many slices have, with O(1) lookup by slice. For each 64 slices their smallest
// id, and what each is above it in 1, 2, 4 or 8 bytes: neighbors mostly have ids that are close.
// Memory: that, and 3 bits per slice of the trace.
class SparseIds {
public:
    class Builder;

    SparseIds() = default;
    // Consumes `column`, whose slice ids are < `sliceCount`.
    template <class T>
    SparseIds(SparseColumn<T> column, std::size_t sliceCount);

    // O(1).
    std::optional<std::uint64_t> find(SliceId slice) const;

    // Number of slices with an id.
    std::size_t size() const { return m_size; }
    // Calls `visit(slice, id)` for each id, in slice order. O(slices / 64 + ids).
    template <class Visit>
    void forEach(const Visit& visit) const {
        for (std::size_t block = 0; block < m_blocks.size(); ++block) {
            std::size_t at = 0;
            for (std::uint64_t bits = m_blocks[block].bits; bits != 0; bits &= bits - 1) {
                visit(SliceId(block * kBlock + static_cast<std::size_t>(std::countr_zero(bits))),
                      idOf(m_blocks[block], at++));
            }
        }
    }
    std::size_t memoryBytes() const;

private:
    static constexpr std::size_t kBlock = 64;  // slices
    static constexpr std::size_t kPlace = 8;   // bytes

    // The slices with an id among 64, the smallest id, and where the rest is.
    struct Block {
        std::uint64_t bits = 0;
        std::uint64_t smallest = 0;
        std::uint32_t place = 0;  // in m_bytes, in units of kPlace
        std::uint8_t width = 0;   // bytes of each; 0: all are the smallest
    };

    std::uint64_t idOf(const Block& block, std::size_t at) const;

    std::vector<Block> m_blocks;
    Column<std::uint8_t> m_bytes;
    std::size_t m_size = 0;
};

// Builds SparseIds from ids that are added in slice order. Buffers at most 64 ids.
class SparseIds::Builder {
public:
    // `idCount`: expected number of ids, for which memory is reserved; others may be added.
    Builder(std::size_t sliceCount, std::size_t idCount) : m_sliceCount(sliceCount) {
        m_ids.m_bytes.reserve(idCount);  // one for each, mostly
    }

    // `slice`: not before those that were added, and < the number of slices. Of several ids of one
    // slice the first counts.
    void add(SliceId slice, std::uint64_t id) {
        const std::size_t block = slice.index() / kBlock;
        const std::uint64_t bit = std::uint64_t{1} << slice.index() % kBlock;
        if (m_count > 0 && block != m_block) {
            store();
        }
        if ((m_bits & bit) == 0) {
            m_block = block;
            m_bits |= bit;
            m_waiting[m_count++] = id;
        }
    }
    // Adds ids[0] to the slice sliceAt(0), ids[1] to sliceAt(1) and so on, as add() does, but
    // faster for many ids.
    template <class SliceAt>
    void addAll(const SliceAt& sliceAt, std::span<const std::uint64_t> ids) {
        for (std::size_t at = 0; at < ids.size();) {
            const std::size_t block = sliceAt(at).index() / kBlock;
            if (m_count > 0 && block != m_block) {
                store();
            }
            m_block = block;
            std::uint64_t bits = m_bits;  // in registers
            std::size_t count = m_count;
            for (; at < ids.size() && sliceAt(at).index() / kBlock == block; ++at) {
                const std::uint64_t bit = std::uint64_t{1} << sliceAt(at).index() % kBlock;
                m_waiting[count] = ids[at];
                count += (bits & bit) == 0 ? 1 : 0;
                bits |= bit;
            }
            m_bits = bits;
            m_count = count;
        }
    }
    [[nodiscard]] SparseIds take();

private:
    void store();

    SparseIds m_ids;
    std::size_t m_sliceCount;
    std::size_t m_block = 0;  // of those that wait
    std::uint64_t m_bits = 0;
    std::array<std::uint64_t, kBlock + 1> m_waiting;  // and one that is written over
    std::size_t m_count = 0;
};

template <class T>
SparseIds::SparseIds(SparseColumn<T> column, std::size_t sliceCount) {
    Builder builder(sliceCount, column.size());
    for (std::size_t row = 0; row < column.size(); ++row) {
        builder.add(column.slices()[row], static_cast<std::uint64_t>(column.values()[row]));
    }
    *this = builder.take();
}

// Ids of which few differ: each is held once, in the order of their first use.
class RepeatedIds {
public:
    class Builder;

    RepeatedIds() = default;
    // As SparseIds.
    template <class T>
    RepeatedIds(SparseColumn<T> column, std::size_t sliceCount);

    // O(1).
    std::optional<std::uint64_t> find(SliceId slice) const {
        const std::optional<std::uint64_t> number = m_numbers.find(slice);
        return number ? std::optional(m_distinct[*number]) : std::nullopt;
    }
    std::size_t size() const { return m_numbers.size(); }
    // Calls `visit(slice, id)` for each id, in slice order. O(slices / 64 + ids).
    template <class Visit>
    void forEach(const Visit& visit) const {
        m_numbers.forEach(
            [&](SliceId slice, std::uint64_t number) { visit(slice, m_distinct[number]); });
    }
    std::size_t memoryBytes() const {
        return m_numbers.memoryBytes() + m_distinct.capacity() * sizeof(std::uint64_t);
    }

private:
    SparseIds m_numbers;
    std::vector<std::uint64_t> m_distinct;
};

// As SparseIds::Builder.
class RepeatedIds::Builder {
public:
    Builder(std::size_t sliceCount, std::size_t idCount) : m_numbers(sliceCount, idCount) {}

    void add(SliceId slice, std::uint64_t id) { m_numbers.add(slice, numberOf(id)); }
    template <class SliceAt>
    void addAll(const SliceAt& sliceAt, std::span<const std::uint64_t> ids) {
        m_added.resize(ids.size());
        std::transform(ids.begin(), ids.end(), m_added.begin(),
                       [&](std::uint64_t id) { return numberOf(id); });
        m_numbers.addAll(sliceAt, m_added);
    }
    [[nodiscard]] RepeatedIds take() {
        RepeatedIds ids;
        ids.m_numbers = m_numbers.take();
        m_distinct.shrink_to_fit();
        ids.m_distinct = std::move(m_distinct);
        return ids;
    }

private:
    struct Numbered {
        std::uint64_t id = 0;
        std::optional<std::uint32_t> number;
    };
    static constexpr int kRecentBits = 8;

    // Most lookups hit a small direct-mapped cache in front of the hash table, because few ids are
    // distinct.
    [[nodiscard]] std::uint64_t numberOf(std::uint64_t id) {
        constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;  // 2^64 / golden ratio, as Knuth's
        Numbered& recent = m_recent[(id * kOdd) >> (64 - kRecentBits)];
        if (!recent.number || recent.id != id) {
            const auto [at, isNew] =
                m_numberOf.try_emplace(id, static_cast<std::uint32_t>(m_distinct.size()));
            if (isNew) {
                m_distinct.push_back(id);
            }
            recent = {id, at->second};
        }
        return *recent.number;
    }

    SparseIds::Builder m_numbers;
    std::vector<std::uint64_t> m_distinct;
    std::unordered_map<std::uint64_t, std::uint32_t, IdHash> m_numberOf;
    std::array<Numbered, std::size_t{1} << kRecentBits> m_recent;
    std::vector<std::uint64_t> m_added;
};

template <class T>
RepeatedIds::RepeatedIds(SparseColumn<T> column, std::size_t sliceCount) {
    Builder builder(sliceCount, column.size());
    for (std::size_t row = 0; row < column.size(); ++row) {
        builder.add(column.slices()[row], static_cast<std::uint64_t>(column.values()[row]));
    }
    *this = builder.take();
}

}  // namespace gaplight
