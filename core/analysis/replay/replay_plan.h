// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/replay_edit.h"
#include "core/base/column.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// Changes of one call by all edits together.
struct CallChange {
    // Bits of `what`.
    static constexpr std::uint8_t kNoWait = 1;     // does not wait, and takes no time of its own
    static constexpr std::uint8_t kAsync = 2;      // does not wait for its copy
    static constexpr std::uint8_t kGraphHead = 4;  // launches a graph
    static constexpr std::uint8_t kInGraph = 8;    // its work is part of the graph before

    std::uint32_t call = 0;
    std::uint8_t what = 0;
    // Host time removed, in ns:
    Duration beforeOnOwnThread{};    // before the call, on its own thread
    Duration beforeOnOtherThread{};  // before the call, on the thread of its predecessor
    Duration inside{};               // in the call itself
    Duration graphCall{};  // host time of the graph launch that replaces the calls of kInGraph
};

struct ActivityChange {
    std::uint32_t activity = 0;
    Duration duration{};  // with the edits
};

// Columns, for their huge pages: one replay may change millions of calls, and each finding is
// priced by a replay of its own.
using CallChanges = Column<CallChange>;
using ActivityChanges = Column<ActivityChange>;

// Edits compiled to changes of calls and activities; each of them at most once, ascending.
struct ReplayPlan {
    CallChanges calls;
    ActivityChanges activities;

    // The first call whose times can change, or the number of calls.
    std::uint32_t firstCall(const DependencyGraph& graph) const;
};

// For each thread, the calls that host time of the thread is before: its own calls and those of
// other threads whose predecessor is one of them, in time order. Built once for a graph.
class ThreadCalls {
public:
    ThreadCalls() = default;
    explicit ThreadCalls(const DependencyGraph& graph);
    std::span<const std::uint32_t> of(TrackId track) const;

private:
    std::vector<std::uint32_t> m_first;  // per track
    std::vector<std::uint32_t> m_calls;
};

// Compiles edits. Edits of no call or activity, and of time before the first launch, change
// nothing. O(edits log calls + calls changed).
[[nodiscard]] ReplayPlan planReplay(const Trace& trace, const DependencyGraph& graph,
                                    const ThreadCalls& threads, const ReplayEdits& edits);
// The same in place of `plan`, whose memory is used again.
void planReplayInto(ReplayPlan& plan, const Trace& trace, const DependencyGraph& graph,
                    const ThreadCalls& threads, const ReplayEdits& edits);

}  // namespace gaplight
