// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/replay_edit.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// What edits change of one call.
struct CallChange {
    // Bits of `what`.
    static constexpr std::uint8_t kNoWait = 1;     // does not wait, and takes no time of its own
    static constexpr std::uint8_t kAsync = 2;      // does not wait for its copy
    static constexpr std::uint8_t kGraphHead = 4;  // launches a graph
    static constexpr std::uint8_t kInGraph = 8;    // its work is part of the graph before

    std::uint32_t call = 0;
    std::uint8_t what = 0;
    Duration beforeHere{};   // host time less before the call, on its own thread
    Duration beforeThere{};  // the same on the thread that it went on from
    Duration inside{};       // host time less in the call itself
    Duration graphCall{};    // host time of the graph's launch, for all calls that it replaces
};

struct ActivityChange {
    std::uint32_t activity = 0;
    Duration duration{};  // new
};

// Edits in the graph's own terms; each call and each activity at most once, ascending.
struct ReplayPlan {
    std::vector<CallChange> calls;
    std::vector<ActivityChange> activities;

    // The first call that anything changes for, or the number of calls.
    [[nodiscard]] std::uint32_t firstCall(const DependencyGraph& graph) const;
};

// The calls of each thread in time order, and those of other threads that went on from one of its
// calls: whatever host time of the thread lies before. Built once for a graph.
class ThreadCalls {
public:
    ThreadCalls() = default;
    explicit ThreadCalls(const DependencyGraph& graph);
    [[nodiscard]] std::span<const std::uint32_t> of(TrackId track) const;

private:
    std::vector<std::uint32_t> m_first;  // per track
    std::vector<std::uint32_t> m_calls;
};

// Edits that point at nothing, or at what comes before the first launch, are left out. O(edits log
// calls + calls changed).
[[nodiscard]] ReplayPlan planReplay(const Trace& trace, const DependencyGraph& graph,
                                    const ThreadCalls& threads, std::span<const ReplayEdit> edits);

}  // namespace gaplight
