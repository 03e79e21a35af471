// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/analysis/range_tables.h"
#include "core/index/row_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// What a name of a range says about the program.
enum class RangeNameUse : std::uint8_t {
    Work,
    // Threads beside a GPU program, which launch nothing, had nothing to do: `wait` of
    // threading.py, `futex`, or a Python call that was there all the time and called nothing.
    IdleWait,
    Recording,  // the extent of the recording itself
};

// For each of `tables.names`, in their order. A wait on a thread that launches work is Work, and so
// is the same name on others. All are Work in a trace without GPU activities, where no thread is
// the one that matters. Once `stop` is requested, returns soon with any. O(names + slices of the
// range + slices of threads that launch nothing).
[[nodiscard]] std::vector<RangeNameUse> usesOfNames(const Trace& trace, const RowIndex& rows,
                                                    std::span<const TrackId> tracks,
                                                    const RangeTables& tables,
                                                    const std::stop_token& stop = {});

}  // namespace gaplight
