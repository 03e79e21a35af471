// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/id.h"
#include "core/trace/ids.h"

namespace gaplight {

// Hash table of API calls by correlation id, at most one per process: open addressing over 32-bit
// entries, no allocation per call. Correlation ids usually count up, so that neighbors share a
// cache line; ids of any other pattern are scattered by a hash of their upper bits.
class CallTable {
public:
    struct Call {
        std::uint64_t correlation = 0;
        SliceId slice;
        ProcessId process;
        std::uint32_t nextProcess = kNone;  // the same correlation in another process
    };
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    // Room for at most `calls` insertions.
    explicit CallTable(std::size_t calls);

    // Returns the entry of this correlation and process, inserting one with an invalid slice if
    // there is none. The reference is valid until the next insertion.
    Call& entry(std::uint64_t correlation, ProcessId process);

    // First entry of a correlation, null if none; iterate with next(). Thread-safe.
    const Call* find(std::uint64_t correlation) const;
    const Call* next(const Call& call) const {
        return call.nextProcess == kNone ? nullptr : &m_calls[call.nextProcess];
    }

private:
    std::size_t slotOf(std::uint64_t correlation) const;

    IdHash m_hash;
    std::vector<std::uint32_t> m_slots;  // index into m_calls or kNone; a power of two of them
    std::vector<Call> m_calls;
};

}  // namespace gaplight
