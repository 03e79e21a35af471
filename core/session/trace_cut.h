// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/cut/json_output.h"
#include "core/session/session.h"

namespace gaplight {

enum class CutForm : std::uint8_t {
    Chrome,  // Chrome trace-event JSON (core/cut/json_output.h)
    Pack,    // all that the tables have (core/pack)
};

struct CutOptions {
    TimeRange range;
    // true: slices that cross an edge are shortened to the range, and nothing begins before it.
    // false: they stay whole, and calls outside the range are kept if they launched work inside it,
    // as are the activities at both ends of a gap that crosses an edge: every arrow, and every gap
    // with its cause, is the same as in the whole trace.
    bool clip = false;
    std::stop_token stop;
    CutForm form = CutForm::Chrome;
};

// Slices, instants and memory events.
struct CutTotals {
    std::uint64_t kept = 0;
    std::uint64_t all = 0;
};

// Writes a part of a trace as a trace: slices that overlap the range, arrows between them,
// instants, memory events and values of counters inside the range, and what is known of the trace
// and of its processes and threads. A pack has the trace's import issues too. Memory: 36 bytes for
// each slice that is kept, 12 for each arrow; of a pack that of the part's tables. Errors:
// BadArgument (several sources), NotReadable (also: the source was written to or replaced since it
// was opened), Cancelled, those of `write`.
[[nodiscard]] Result<CutTotals> cutTrace(const Session& session, const CutOptions& options,
                                         const TraceSink& write);

// The same part as a trace, whose events are those of `session.details`.
[[nodiscard]] std::shared_ptr<const Trace> partOf(const Session& session,
                                                  const CutOptions& options);

}  // namespace gaplight
