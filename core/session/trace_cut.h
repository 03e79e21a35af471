// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/formats/trace_cutter.h"
#include "core/session/session.h"

namespace gaplight {

struct CutOptions {
    TimeRange range;
    // true: slices that cross an edge are shortened to the range, and nothing begins before it.
    // false: they stay whole, and calls outside the range are kept if they launched work inside it,
    // as are the activities at both ends of a gap that crosses an edge: every arrow, and every gap
    // with its cause, is the same as in the whole trace.
    bool clip = false;
    std::stop_token stop;
};

// Writes a part of a trace as a trace of the same format: slices that overlap the range, and what
// TraceCutter keeps of the rest. Memory: 8 bytes for each slice that is kept, 24 if it begins
// outside the range.
// Errors: BadArgument (the format cannot be cut), those of TraceCutter.
[[nodiscard]] Result<CutTotals> cutTrace(const Session& session, const CutOptions& options,
                                         const TraceCutter::Write& write);

}  // namespace gaplight
