// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/torch/place.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// A function, operator or annotation below a chain of others.
struct IdleCallPath {
    StringId function;  // PlaceFinder::functionOf
    std::uint32_t depth = 0;
    bool isUsers = false;  // a user frame or an annotation
    bool isOperator = false;
    Duration inGaps{};        // inclusive
    Duration touched{};       // of its calls that touch a gap, whole
    std::uint64_t calls = 0;  // of these
    SliceId last;             // of these
    bool launches = false;    // one of these launches GPU work
    std::vector<std::uint32_t> children;
};

// The idle call trees of many gaps in one, merged by function and caller.
struct IdleCallPaths {
    static constexpr std::uint32_t kRoot = 0;  // no call at all
    static constexpr std::uint32_t kNoPath = 0xFFFFFFFFU;

    struct Call {
        std::uint32_t path = kRoot;
        SliceId slice;
        TimeRange inGap;
    };
    std::vector<IdleCallPath> paths;
    std::vector<Call> calls;  // gap by gap, outer calls first
};

// Over the host ranges (hostRangeOf) of the gaps of at least `minGap` that the host left (triggers
// HostLate, AfterSync) and that no data loader, compiler or profiler filled. Frames that only pass
// calls on and the steps' markers are no paths: of a layer that is called as nn.Module_0 to
// nn.Module_9 there is one. Direct recursion is one call. `launches` is found for paths with at
// least `minTime` in gaps. O(slices inside the gaps × (depth + log launches)).
[[nodiscard]] IdleCallPaths idleCallPaths(const Trace& trace, const LaunchIndex& launches,
                                          const Analysis& analysis, const PlaceFinder& places,
                                          Duration minGap, Duration minTime);

}  // namespace gaplight
