// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/chunk_supply.h"

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

ChunkSupply::~ChunkSupply() {
    m_tasks.wait();
}

ChunkSupply::Chunk ChunkSupply::take() {
    Chunk taken;
    std::size_t missing = 0;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_ready.empty()) {
            taken = std::move(m_ready.back());
            m_ready.pop_back();
        }
        if (++m_taken > kFirst) {
            missing = kAhead - m_ready.size() - m_underway;
            m_underway += missing;
        }
    }
    for (; missing > 0; --missing) {
        m_tasks.run([this] { prepare(); });
    }
    return taken.empty() ? Chunk(kChunkBytes) : std::move(taken);
}

void ChunkSupply::prepare() {
    Chunk chunk;
    try {
        chunk.resize(kChunkBytes);
        populatePages(chunk.data(), chunk.size());
    } catch (const std::bad_alloc&) {
        chunk.clear();  // take() meets the same, and reports it
    }
    const std::lock_guard lock(m_mutex);
    --m_underway;
    if (!chunk.empty()) {
        m_ready.push_back(std::move(chunk));
    }
}

}  // namespace gaplight
