// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/idle/gaps.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// The calls of one host thread inside a range of time, as a tree: what the thread did while a GPU
// was idle. The calls of a gap from 100 to 1,000 ns and what each of them gets:
//
//   main     |----------------------------------------|   inside 900   exclusive  50
//   step       |-----------------------------|            inside 600   exclusive 200
//   item           |------|    |-----|                    inside 250   exclusive 250  (first)
//                                                         inside 150   exclusive 150  (second)
//   log                                        |-----|    inside 250   exclusive 250
//   time     100                                    1000
//
// `inside` (inclusive time) is the part of a call that is in the range; `exclusive` what no call
// that began later covers. Exclusive times and untraced() sum to the range's length exactly.
// A call's parent is the innermost one that contains it, as in SliceTable::parent: a call that
// began inside another and ends after it (ProfilerStep begins in the profiler's step()) is not a
// part of it.
//
// Everything that is derived from the host's calls inside gaps is a query of this tree:
//   findGapActivities        exclusive time by class of work, of every gap
//   hostCauseOf       the function that explains one gap
//   gapCauses         the code that explains each gap of one GPU
//   hostHotspots      inclusive time by call path, of all gaps together
// with these shares, in percent:
inline constexpr std::int64_t kMajorityPercent = 50;  // more than everything else together
inline constexpr std::int64_t kMainPartPercent = 40;  // of a function, in its largest part
inline constexpr std::int64_t kSameWorkPercent = 80;  // of a caller: a callee that is the same work

struct IdleCall {
    SliceId slice;
    std::uint32_t parent = 0;  // position in calls(), or IdleCallTree::kNoCall
    std::uint32_t label = 0;   // free for the query; kept as long as the call is in the tree
    TimeRange whole;           // may reach beyond the tree's range
    Duration exclusive{};      // after moveTo(); 0 after jumpTo(), whose queries add inclusive time
};

class IdleCallTree {
public:
    static constexpr std::uint32_t kNoCall = 0xFFFFFFFFU;

    explicit IdleCallTree(const Trace& trace) : m_trace(&trace) {}

    // Moves to the first slice of a thread, with an empty range.
    void begin(TrackId thread);
    // Moves on to a range of the same thread that begins no earlier than the last one ended.
    // O(slices since then); a slice that started and ended in between costs reading two columns.
    void moveTo(TimeRange range);
    // Moves to any range of any thread, regardless of the range before. If calls at its
    // begin overlap without nesting, only the one that started last and its callers are found.
    // O(log slices + slices inside + depth).
    void jumpTo(TrackId thread, TimeRange range);

    // By start, outer ones first.
    std::span<const IdleCall> calls() const { return m_calls; }
    // Calls that were not in the range before; all of them after jumpTo().
    [[nodiscard]] std::span<IdleCall> newCalls() { return std::span(m_calls).subspan(m_firstNew); }
    // calls() from the first one on that may have exclusive time.
    std::span<const IdleCall> innerCalls() const { return std::span(m_calls).subspan(m_outermost); }
    TimeRange inside(const IdleCall& call) const {
        return {std::max(call.whole.begin, m_range.begin), std::min(call.whole.end, m_range.end)};
    }
    // Time of the range that no call covers; after moveTo().
    Duration untraced() const { return m_untraced; }
    TimeRange range() const { return m_range; }
    const Trace& trace() const { return *m_trace; }

private:
    // A call that had not ended when the last one began.
    struct Open {
        std::uint32_t call;    // position in m_calls
        std::uint32_t around;  // position in m_open of its parent, or kNoCall
        Time end;
    };

    void keepOpen();
    void removeEnded();
    void enter(SliceId slice, TimeRange whole);
    void enterUntil(Time now);
    void leave(Time now);
    void shareTime();
    Time nextChange() const;

    const Trace* m_trace;
    std::size_t m_next = 0;  // slice
    std::size_t m_end = 0;
    TimeRange m_range{};
    std::vector<IdleCall> m_calls;
    std::size_t m_firstNew = 0;
    std::vector<Open> m_open;  // by start; some may have ended under a longer one
    std::vector<SliceId> m_around;
    std::size_t m_outermost = 0;  // call with exclusive time, or one before it
    bool m_overlaps = false;      // a call has outlived one that it began inside
    Duration m_untraced{};
};

// The part of a gap in which the host had not launched yet: from its begin to its launch's start.
// Empty where the gap has no launch, or one that started before.
[[nodiscard]] TimeRange hostRangeOf(const Trace& trace, const Gap& gap);

}  // namespace gaplight
