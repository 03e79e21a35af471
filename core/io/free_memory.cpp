// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/free_memory.h"

#include <cstdlib>
#include <mutex>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace gaplight {
namespace {

// At the end of a heap, from this much on free memory is returned at once.
void setLargestFreeEnd([[maybe_unused]] int bytes) {
#if defined(__GLIBC__)
    mallopt(M_TRIM_THRESHOLD, bytes);
#endif
}

// glibc's own.
constexpr int kUsualFreeEnd = 128 << 10;
// Of each thread: the system gets it back when the thread frees something else, or ends.
constexpr int kFreeEndOfLoad = 4 << 20;

std::mutex keepers;
int keeperCount = 0;

}  // namespace

void returnFreeMemory() {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

void keepLargeMemoryApart() {
#if defined(__GLIBC__)
    constexpr int kLarge = 4 << 20;
    static const int done = mallopt(M_MMAP_THRESHOLD, kLarge);
    static_cast<void>(done);
#endif
}

FreedMemoryKept::FreedMemoryKept() {
    const std::scoped_lock lock(keepers);
    if (keeperCount++ == 0) {
        setLargestFreeEnd(kFreeEndOfLoad);
    }
}

FreedMemoryKept::~FreedMemoryKept() {
    const std::scoped_lock lock(keepers);
    if (--keeperCount == 0) {
        setLargestFreeEnd(kUsualFreeEnd);
    }
}

}  // namespace gaplight
