// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
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

}  // namespace gaplight
