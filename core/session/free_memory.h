// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace gaplight {

// Gives freed heap pages back to the system. Loading frees many windows' worth of columns from
// several threads; glibc keeps those pages unless asked, and they would count as ours.
inline void returnFreeMemory() {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

}  // namespace gaplight
