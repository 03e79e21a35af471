// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

// One change of the program, to be replayed (metrics.md, "What a fix would buy").
struct ReplayEdit {
    enum class Kind : std::uint8_t {
        DropWait,       // blocking call `slice` returns at once, and is not made
        ScaleHost,      // host time of thread `track` inside `range`, waits apart, × factor
        ScaleActivity,  // GPU activity `slice` takes × factor
        AsyncCopy,      // copy call `slice` no longer makes the host wait
        GraphLaunch,    // all launches of thread `track` inside `range` become one graph launch
    };
    Kind kind = Kind::DropWait;
    SliceId slice;
    TrackId track;
    TimeRange range{};
    double factor = 0;
};

}  // namespace gaplight
