// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// A slice of kind Overhead that CUPTI recorded on a track of its own, and the API call, or
// operator, in which a thread did that work.
//
//   track -1    Activity Buffer Request  |  1659 us  |
//   python 406  cudaLaunchKernel        |   1677 us   |
struct RecordedOverhead {
    SliceId call;
    TimeRange range{};         // of the overhead, inside the call
    bool isProfilers = false;  // else CUDA's loading of modules (isProfilersWork)
};

// Of each such slice the innermost API call or operator of its source that covers at least nine
// tenths of it; the shortest of several threads. By call. O(categories) without any, else
// O(slices) in parallel, and O(overhead × threads × log calls) after it.
[[nodiscard]] std::vector<RecordedOverhead> recordedOverhead(const Trace& trace);

}  // namespace gaplight
