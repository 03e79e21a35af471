// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace gaplight {

// A growing array in chunks of 32,768 elements, for tables whose length is known only at the end of
// the file. Growing never copies, so that the peak of memory is the content and one chunk; a vector
// needs up to three times its content while it grows.
template <class T>
class ChunkedColumn {
    static_assert(std::is_trivially_copyable_v<T>);
    static constexpr std::size_t kShift = 15;
    static constexpr std::size_t kChunk = std::size_t{1} << kShift;

public:
    void push_back(const T& value) {
        if (m_size == m_chunks.size() * kChunk) {
            m_chunks.push_back(std::make_unique_for_overwrite<T[]>(kChunk));
        }
        m_chunks[m_size >> kShift][m_size & (kChunk - 1)] = value;
        ++m_size;
    }
    [[nodiscard]] T& operator[](std::size_t at) {
        return m_chunks[at >> kShift][at & (kChunk - 1)];
    }
    [[nodiscard]] const T& operator[](std::size_t at) const {
        return m_chunks[at >> kShift][at & (kChunk - 1)];
    }
    [[nodiscard]] std::size_t size() const { return m_size; }
    // Bytes of memory held by the elements.
    [[nodiscard]] std::size_t memoryBytes() const { return m_chunks.size() * kChunk * sizeof(T); }

private:
    std::vector<std::unique_ptr<T[]>> m_chunks;
    std::size_t m_size = 0;
};

}  // namespace gaplight
