// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/timing/process_memory.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>

#include <malloc.h>

namespace gaplight::bench {

std::uint64_t anonymousBytes() {
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word) {
        if (word == "RssAnon:") {
            std::uint64_t kibibytes = 0;
            status >> kibibytes;
            return kibibytes * 1024;
        }
    }
    return 0;
}

std::uint64_t heapBytesInUse() {
    const struct mallinfo2 heap = ::mallinfo2();
    return heap.uordblks + heap.hblkhd;
}

PeakMemory::PeakMemory() {
    m_watcher = std::jthread([this](const std::stop_token& stopped) {
        while (!stopped.stop_requested()) {
            m_peak = std::max(m_peak, anonymousBytes());
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    });
}

std::uint64_t PeakMemory::stop() {
    m_watcher.request_stop();
    m_watcher.join();
    return std::max(m_peak, anonymousBytes());
}

}  // namespace gaplight::bench
