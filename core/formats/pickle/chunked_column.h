// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "core/formats/pickle/chunk_supply.h"

namespace gaplight {

// A growing array in chunks of 2 MiB, for tables whose length is known only at the end of the file.
// Growing never copies, so that the peak of memory is the content and one chunk; a vector needs up
// to three times its content while it grows.
template <class T>
class ChunkedColumn {
    static_assert(std::is_trivially_copyable_v<T> && std::has_single_bit(sizeof(T)));
    static constexpr std::size_t kChunk = ChunkSupply::kChunkBytes / sizeof(T);
    static constexpr auto kShift = static_cast<unsigned>(std::countr_zero(kChunk));

public:
    // `supply` must outlive the column.
    explicit ChunkedColumn(ChunkSupply& supply) : m_supply(&supply) {}

    void push_back(const T& value) {
        if (m_size == m_chunks.size() * kChunk) {
            m_chunks.push_back(m_supply->take());
        }
        ++m_size;
        (*this)[m_size - 1] = value;
    }
    [[nodiscard]] T& operator[](std::size_t at) {
        return reinterpret_cast<T*>(m_chunks[at >> kShift].get())[at & (kChunk - 1)];
    }
    [[nodiscard]] const T& operator[](std::size_t at) const {
        return reinterpret_cast<const T*>(m_chunks[at >> kShift].get())[at & (kChunk - 1)];
    }
    [[nodiscard]] std::size_t size() const { return m_size; }
    // Bytes of memory held by the elements.
    [[nodiscard]] std::size_t memoryBytes() const {
        return m_chunks.size() * ChunkSupply::kChunkBytes;
    }

private:
    ChunkSupply* m_supply;
    std::vector<ChunkSupply::Chunk> m_chunks;
    std::size_t m_size = 0;
};

}  // namespace gaplight
