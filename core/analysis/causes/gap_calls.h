// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/torch/place.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Host time inside gaps by call path: a tree of functions, operators and annotations over the host
// ranges (hostRangeOf) of the gaps that the host left (triggers HostLate, AfterSync) and that no
// data loader, compiler or profiler filled. Frames that only pass calls on and the steps' markers
// are no nodes: of a layer that is called as nn.Module_0 to nn.Module_9 there is one. Direct
// recursion is one call.
class GapCalls {
public:
    struct Node {
        StringId function;  // PlaceFinder::functionOf
        std::uint32_t depth = 0;
        bool isUsers = false;  // a user frame or an annotation
        bool isOperator = false;
        Duration inGaps{};
        Duration touched{};  // of its calls that touch a gap, whole
        std::uint64_t calls = 0;
        SliceId last;  // of these
        bool launches = false;
        std::vector<std::uint32_t> children;
    };
    static constexpr std::uint32_t kRoot = 0;
    static constexpr std::uint32_t kNoNode = 0xFFFFFFFFU;

    // O(slices inside the gaps × depth).
    GapCalls(const Trace& trace, const Analysis& analysis, const PlaceFinder& places,
             Duration minGap);

    // Fills Node::launches of nodes with at least `minTime` in gaps.
    void findLaunches(const LaunchIndex& launches, Duration minTime);

    // nodes()[kRoot] represents no call at all.
    [[nodiscard]] const std::vector<Node>& nodes() const { return m_nodes; }

    // Calls visit(node, call, what of it lies inside the gap) for each call that touches a gap,
    // gap by gap, outer calls first.
    using Visit = std::function<void(std::uint32_t node, SliceId call, TimeRange inGap)>;
    void forEachCall(const Visit& visit);

private:
    struct Open {
        Time end;
        std::uint32_t node = kRoot;
    };

    void walk(const Gap& gap, const Visit& visit);
    void enter(SliceId slice, TimeRange range, const Visit& visit);
    [[nodiscard]] std::size_t encloserOf(Time end) const;
    [[nodiscard]] std::uint32_t recursionOf(std::size_t around, StringId function) const;
    std::uint32_t childOf(std::uint32_t parent, Node& fresh);

    const Trace& m_trace;
    const Analysis& m_analysis;
    const PlaceFinder& m_places;
    Duration m_minGap;
    std::vector<Node> m_nodes;
    std::unordered_map<std::uint64_t, std::uint32_t> m_childOf;  // by parent and function
    std::vector<Open> m_open;
};

}  // namespace gaplight
