// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

// Failures of the system, one at a time: with injected_faults.cpp in a test program, each
// allocation by operator new, each stream of zstd that is made, and each system call that the
// linker wraps (gaplight_fault_test() in tests/CMakeLists.txt), is counted, and one of them can
// fail. Only calls of our own code are wrapped, not those of libraries.
namespace gaplight::test {

// How many events of a kind there were, and how many pass until one fails.
class FaultCounter {
public:
    static constexpr long kNever = -1;

    // Counts one event. True: it has to fail.
    [[nodiscard]] bool isTurn() {
        m_count.fetch_add(1, std::memory_order_relaxed);
        return m_untilFailure.load(std::memory_order_relaxed) != kNever &&
               m_untilFailure.fetch_sub(1, std::memory_order_relaxed) == 0;
    }

    void failAt(long turn) { m_untilFailure = turn; }
    void reset() { m_count = 0; }
    long count() const { return m_count; }

private:
    std::atomic<long> m_count{0};
    std::atomic<long> m_untilFailure{kNever};
};

extern FaultCounter allocationFaults;
extern FaultCounter callFaults;    // of system calls
extern FaultCounter threadFaults;  // of threads that are started

}  // namespace gaplight::test
