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
    // Slices that cross an edge are shortened to the range, and nothing begins before it. Without:
    // they stay whole, and the calls that launched what runs inside are kept wherever they are,
    // with what stands at both ends of a gap that crosses an edge, so that every arrow, every gap
    // and its cause stay as they were.
    bool clip = false;
    std::stop_token stop;
};

// Writes a part of a trace as a trace of the same format: slices that overlap the range, and what
// TraceCutter keeps of the rest. Memory: 8 bytes for each slice that is kept.
// Errors: BadArgument (the format cannot be cut), those of TraceCutter.
[[nodiscard]] Result<CutTotals> cutTrace(const Session& session, const CutOptions& options,
                                         const TraceCutter::Write& write);

}  // namespace gaplight
