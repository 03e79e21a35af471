// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

// Kind of a part of the critical path.
enum class PathKind : std::uint8_t {
    Host,        // the host between two calls
    Launch,      // a launch call, and from it to the start of what it launched
    Kernel,      // a kernel runs, other than a collective
    Copy,        // a copy or memset runs
    Sync,        // a blocking call returns: its own time, and its delay after what it waited for
    Collective,  // communication between GPUs, waiting for other ranks included
    GpuWait,     // from the end of what an activity waited for to its start
    Count_,
};
inline constexpr std::size_t kPathKinds = static_cast<std::size_t>(PathKind::Count_);
// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view pathKindName(PathKind kind);

// One part of the path, in replay time.
struct PathPart {
    PathKind kind = PathKind::Host;
    TimeRange range;
    // Kernel, Copy, Collective: it. GpuWait: what waits. Launch, Sync: the call. Host: the call
    // that the host was on its way to. Invalid where that was not recorded.
    SliceId slice;
};

// The chain of things that each began when the one before was over, from the first activity's
// start to the last one's end: shortening anything else gains nothing.
struct CriticalPath {
    std::vector<PathPart> parts;  // in time order, each beginning where the one before ends
    std::array<Duration, kPathKinds> totals{};  // by PathKind; sum to the window exactly

    [[nodiscard]] Duration total(PathKind kind) const {
        return totals[static_cast<std::size_t>(kind)];
    }
};

}  // namespace gaplight
