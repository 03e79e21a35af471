// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/replay/replay_edit.h"
#include "core/trace/trace.h"

namespace gaplight {

// Operators right after a copy from pageable memory take longer than elsewhere: the host has moved
// the data through its caches, and what it had there is gone. Without the copy on the host, they
// take as long as elsewhere. Measured: after 8 MB on an H200's host (Xeon), the first three
// operators of a layer take 63, 16 and 31 µs, where the same ones take 24, 10 and 22 µs later on.
//
//   after    the kOperators outermost operators of the thread that start after the call returned
//   elsewhere the median of all other outermost operators of the thread with the same name, where
//             there are >= kMinOthers
struct ColdOperators {
    // Smaller copies leave the caches as they are.
    static constexpr std::int64_t kMinBytes = 1'000'000;
    static constexpr std::size_t kOperators = 3;
    static constexpr std::size_t kMinOthers = 8;

    // Edits that let the operators after these calls, of copies of at least kMinBytes each, take
    // as long as elsewhere. `calls` ascending. O(slices of the calls' threads).
    [[nodiscard]] static std::vector<ReplayEdit> warmUp(const Trace& trace,
                                                        std::span<const SliceId> calls);
};

}  // namespace gaplight
