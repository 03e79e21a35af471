// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/steps/step_index.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// A gap, by its place in Analysis::devices.
struct GapRef {
    std::uint32_t device = 0;
    std::uint32_t gap = 0;
};

// What one blocking call explains of the GPU's idle time.
struct WaitExposure {
    Duration idle{};
    std::vector<GapRef> gaps;  // explained as a whole
};

// Per Analysis::blockingCalls. The gaps of trigger AfterSync are METRICS' exposed idle time; this
// says which wait to hold it against, and never more than that wait lasted: without it the host
// would have gained just that much. A gap is held against the nearest wait, its own first and then
// earlier ones of the thread and step, that lasted as long as the gap and is not used up. Where
// there is none, the gap's own wait explains as much of it as it lasted, and other work the rest.
// Of other gaps a call explains the time that the host spent in the call.
// Gaps of GPUs whose graphs are under-recorded explain nothing. O((calls + gaps) log).
[[nodiscard]] std::vector<WaitExposure> waitExposures(const Trace& trace, const Analysis& analysis,
                                                      const StepIndex& steps);

}  // namespace gaplight
