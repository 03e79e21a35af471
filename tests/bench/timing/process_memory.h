// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <thread>

namespace gaplight::bench {

// Anonymous memory of this process that is resident, in bytes: no pages of files.
[[nodiscard]] std::uint64_t anonymousBytes();

// What was allocated and not freed. Where this stays and anonymousBytes() grows, the heap has
// holes; where both grow, something is kept.
[[nodiscard]] std::uint64_t heapBytesInUse();

// The most anonymous memory seen between its making and `stop`, asked for every 2 ms.
class PeakMemory {
public:
    PeakMemory();
    std::uint64_t stop();

private:
    std::uint64_t m_peak = 0;
    std::jthread m_watcher;
};

}  // namespace gaplight::bench
