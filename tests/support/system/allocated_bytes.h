// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <malloc.h>

namespace gaplight::test {

// Bytes that are allocated now; 0 where another allocator is in place (sanitizers).
[[nodiscard]] inline std::size_t allocatedBytes() {
    const struct mallinfo2 info = ::mallinfo2();
    return info.uordblks + info.hblkhd;
}

}  // namespace gaplight::test
