// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

class Trace;
struct DependencyGraph;
struct ReplayDetails;

// What the program waited for during a segment of the critical path.
enum class PathKind : std::uint8_t {
    Host,        // host code between two calls
    Launch,      // a launch call, and from it to the start of the launched activity
    Kernel,      // a kernel, other than a collective
    Copy,        // a copy or memset
    Sync,        // a blocking call: its own time, and its delay after what it waited for
    Collective,  // communication between GPUs, the wait for other ranks included
    GpuWait,     // from the end of what an activity waited for to its start
    Count_,
};
inline constexpr std::size_t kPathKinds = static_cast<std::size_t>(PathKind::Count_);
// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view pathKindName(PathKind kind);

// An interval of the critical path, in replay time.
struct PathSegment {
    PathKind kind = PathKind::Host;
    TimeRange range;
    // Kernel, Copy, Collective: the activity. GpuWait: the activity that waits. Launch, Sync: the
    // call. Host: the call that follows. Invalid where none was recorded.
    SliceId slice;
};

// The chain of calls and activities from the first activity's start to the last one's end in which
// each starts when the one before is over: only shortening something on it shortens the window.
struct CriticalPath {
    std::vector<PathSegment> segments;          // in time order, without gaps
    std::array<Duration, kPathKinds> totals{};  // by PathKind; sum to the window exactly

    Duration total(PathKind kind) const { return totals[static_cast<std::size_t>(kind)]; }
};

// The critical path of a replay: from the activity that ends last back to what it waited for, and
// so on to the window's begin. `sliceOfCall`: slice of each call of the graph, invalid if it has
// none. O(length of the path).
[[nodiscard]] CriticalPath walkCriticalPath(const Trace& trace, const DependencyGraph& graph,
                                            std::span<const SliceId> sliceOfCall,
                                            const ReplayDetails& replay, TimeRange window);

}  // namespace gaplight
