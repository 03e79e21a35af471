// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <memory>
#include <mutex>
#include <type_traits>
#include <vector>

#include <tbb/task_group.h>

#include "core/base/column.h"

namespace gaplight {

// Has the kernel provide the pages of memory that is about to be written all at once, instead of at
// the first write to each page. What the pages hold stays, and another thread may write to them
// meanwhile. Takes 100 to 2,000 ms a GB. Only makes later writes faster; a kernel that cannot do it
// is no error.
void populatePages(void* memory, std::size_t bytes);

// Memory for the tables of a pickle, 2 MiB at a time. The kernel clears each page before a program
// can use it, which was a third of the time of reading a snapshot; here another thread has that
// done for the next chunks while this one reads.
class ChunkSupply {
public:
    static constexpr std::size_t kChunkBytes = std::size_t{2} << 20U;
    struct Release {
        void operator()(std::byte* memory) const {
            ColumnAllocator<std::byte>().deallocate(memory, kChunkBytes);
        }
    };
    using Chunk = std::unique_ptr<std::byte, Release>;

    ChunkSupply() { m_ready.reserve(kAhead); }
    ~ChunkSupply();
    ChunkSupply(const ChunkSupply&) = delete;
    ChunkSupply& operator=(const ChunkSupply&) = delete;

    // A chunk of kChunkBytes, not written yet. Does not wait: if no chunk is ready, the pages are
    // cleared as they are written. Only one thread may call it.
    [[nodiscard]] Chunk take();

private:
    static constexpr std::size_t kAhead = 8;  // chunks that are ready or being prepared
    // A small snapshot needs none beyond the first of each table.
    static constexpr std::size_t kFirst = 16;

    void prepare();

    tbb::task_group m_tasks;
    std::mutex m_mutex;
    std::vector<Chunk> m_ready;  // guarded by m_mutex
    std::size_t m_underway = 0;  // guarded by m_mutex
    std::size_t m_taken = 0;
};

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
    const T& operator[](std::size_t at) const {
        return reinterpret_cast<const T*>(m_chunks[at >> kShift].get())[at & (kChunk - 1)];
    }
    std::size_t size() const { return m_size; }
    // Bytes of memory held by the elements.
    std::size_t memoryBytes() const { return m_chunks.size() * ChunkSupply::kChunkBytes; }

private:
    ChunkSupply* m_supply;
    std::vector<ChunkSupply::Chunk> m_chunks;
    std::size_t m_size = 0;
};

}  // namespace gaplight
