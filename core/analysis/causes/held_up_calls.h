// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/torch/place.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// A call that took far longer than such calls take. Its thread was interrupted, waited for a lock
// (the GIL), or the process did something else meanwhile: it says nothing about what the call does.
struct HeldUpCall {
    SliceId slice;
    TimeRange range;     // of the slice
    Duration typical{};  // median of its kind
    Duration heldUp{};   // its own time beyond that: without the calls inside it
    // Of its function on its thread: it may be slow for that (libraries have handles per thread).
    bool isFirst = false;

    friend bool operator==(const HeldUpCall&, const HeldUpCall&) = default;
};

// Outliers among the calls in the gaps of GPUs (METRICS.md, "outlier").
//
//   kind     calls of one function, operator or annotation (PlaceFinder::functionOf) in one
//   annotation, user frame and
//            operator; all calls of the function where there are fewer than kMinCalls of them
//   outlier  takes more than kFactor × the median of its kind, which has at least kMinCalls calls,
//            and more than kMinTime, most of that without the calls inside it, and so does at most
//            one call, or one of kMaxPart; the time in which a call inside was held up, and the
//            profiler's work and the loading of modules that were recorded inside, are not counted
//   no call  waits, copies, allocations, fetches of a data loader, compilers, first uses, and what
//            launches a kernel for the first time: they are slow for a reason
class HeldUpCalls {
public:
    static constexpr std::int64_t kFactor = 8;
    static constexpr std::size_t kMinCalls = 3;
    static constexpr std::size_t kMaxPart = 5;
    static constexpr Duration kMinTime = std::chrono::microseconds(100);

    HeldUpCalls() = default;
    // O(slices inside the gaps × depth + calls of functions with a long call × depth + slices).
    [[nodiscard]] static HeldUpCalls find(const Trace& trace, const LaunchIndex& launches,
                                          const Analysis& analysis, const PlaceFinder& places);

    // By slice; with first calls of their kind, which are no cause to name either.
    std::span<const HeldUpCall> calls() const { return m_calls; }
    // How long the thread that ends a gap was held up in it, at most the own time of its calls
    // there. O(calls of the thread), and slices in the gap where there are any.
    [[nodiscard]] Duration timeIn(const Trace& trace, const Gap& gap) const;
    // Whether that is at least half of the gap.
    [[nodiscard]] bool explains(const Trace& trace, const Gap& gap) const {
        return !m_calls.empty() && timeIn(trace, gap) * 2 >= gap.length();
    }

private:
    std::vector<HeldUpCall> m_calls;
};

}  // namespace gaplight
