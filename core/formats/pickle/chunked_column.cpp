// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/chunked_column.h"

#include <cstdint>
#include <new>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace gaplight {

void populatePages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_POPULATE_WRITE)
    constexpr std::uintptr_t kPage = 4096;
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t first = (begin + kPage - 1) / kPage * kPage;
    const std::uintptr_t last = (begin + bytes) / kPage * kPage;
    if (first < last) {
        madvise(reinterpret_cast<void*>(first), last - first, MADV_POPULATE_WRITE);
    }
#endif
}

namespace {

ChunkSupply::Chunk newChunk() {
    return ChunkSupply::Chunk(ColumnAllocator<std::byte>().allocate(ChunkSupply::kChunkBytes));
}

// A chunk whose pages are cleared as they are written, 4 KiB at a time: of the first chunk of a
// table a small snapshot uses only a part.
ChunkSupply::Chunk smallPages() {
    ChunkSupply::Chunk chunk = newChunk();
#if defined(__linux__)
    madvise(chunk.get(), ChunkSupply::kChunkBytes, MADV_NOHUGEPAGE);
#endif
    return chunk;
}

}  // namespace

ChunkSupply::~ChunkSupply() {
    m_tasks.wait();
}

ChunkSupply::Chunk ChunkSupply::take() {
    if (++m_taken <= kFirst) {
        return smallPages();
    }
    Chunk taken;
    std::size_t missing = 0;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_ready.empty()) {
            taken = std::move(m_ready.back());
            m_ready.pop_back();
        }
        missing = kAhead - m_ready.size() - m_underway;
        m_underway += missing;
    }
    for (; missing > 0; --missing) {
        m_tasks.run([this] { prepare(); });
    }
    return taken ? std::move(taken) : newChunk();
}

void ChunkSupply::prepare() {
    Chunk chunk;
    try {
        chunk = newChunk();
        populatePages(chunk.get(), kChunkBytes);
    } catch (const std::bad_alloc&) {
        // take() meets the same, and reports it.
    }
    const std::lock_guard lock(m_mutex);
    --m_underway;
    if (chunk) {
        m_ready.push_back(std::move(chunk));
    }
}

}  // namespace gaplight
