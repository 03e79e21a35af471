// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

// The part of a source that a cut keeps, derived from the loaded trace.
struct CutPlan {
    TimeRange range;
    // Slices that cross an edge are shortened to the range.
    bool clip = false;
    // Events of the slices that stay, ascending.
    std::vector<EventId> slices;
    // For formats that bind flow events to slices by track and time: the event of the slice that a
    // flow event is bound to; empty if it is bound to none.
    struct FlowEnd {
        std::string_view pid;  // as in the file
        std::string_view tid;
        Time time;
        bool bindsToNext = false;  // false: to the enclosing slice
    };
    std::function<std::optional<EventId>(const FlowEnd& end)> sliceOfFlowEnd;
    bool hasFlows = true;    // false: the trace has none, so nothing needs to be read for them
    bool endsEarly = false;  // the source ends before its container does
    std::stop_token stop;
};

struct CutTotals {
    std::uint64_t kept = 0;  // events
    std::uint64_t left = 0;
    std::uint64_t damaged = 0;   // left out, because no other reader accepts them
    std::uint64_t repaired = 0;  // of the kept ones: some of their text was replaced
    bool isHeadLost = false;     // damaged text before the events is left out
    bool isTailLost = false;     // the same after the events
};

// Writes a part of a source as a source of the same format. A format whose files cannot be cut has
// none. Immutable; safe from any thread; outlives the source it was opened from.
class TraceCutter {
public:
    using Write = std::function<Result<void>(std::string_view)>;

    virtual ~TraceCutter() = default;

    // Kept: the slices of the plan and both ends of their pairs, each arrow of a flow between
    // slices that are kept, instants, counters and memory events inside the range, metadata; they
    // stay as it is in the source, except where it is damaged: the result is always well-formed,
    // and the totals say what is missing. O(source). Errors: NotReadable (also: the source was
    // written to or replaced since it was opened), those of `write`, Cancelled.
    [[nodiscard]] virtual Result<CutTotals> cut(const CutPlan& plan, const Write& write) const = 0;
};

}  // namespace gaplight
