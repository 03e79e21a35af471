// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/free_memory.h"

#include <cstdlib>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace gaplight {

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

}  // namespace gaplight
