// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/formats/nsight/nsight_batch.h"
#include "core/formats/sqlite/row_batch.h"

namespace gaplight {

// States of threads from SCHED_EVENTS: running on a CPU from a switch in to the next switch out;
// then why it waits, where that is recorded, else nothing. Each thread has a track of states below
// its own, "4711 state": states and calls do not nest.
//
// Rows are kept (40 bytes each) until all are read: their order in the table means nothing.
class ThreadSchedule {
public:
    explicit ThreadSchedule(NsightBatch& batch) : m_batch(batch) {}

    // start, cpu, isSchedIn, globalTid, threadState are columns 1 to 5.
    void add(const TableRow& row);
    // Adds slices of some thousand switches; false: that was the rest. A thread's last state lasts
    // until the last switch of all threads. The first call is O(n log n).
    bool addSlices();

private:
    struct Switch {
        std::int64_t thread = 0;
        std::int64_t time = 0;
        std::uint64_t event = 0;
        std::int64_t state = -1;  // of the thread after a switch out; -1: not recorded
        std::int32_t cpu = 0;
        bool isIn = false;
    };

    void addSlice(const Switch& from, std::int64_t end);

    NsightBatch& m_batch;
    std::vector<Switch> m_switches;
    std::size_t m_next = 0;
    std::int64_t m_end = 0;
    bool m_isSorted = false;
};

}  // namespace gaplight
