// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/replay/critical_path.h"
#include "core/analysis/replay/replay.h"
#include "core/scene/display/color_ref.h"
#include "core/scene/timeline/replay_scene.h"
#include "core/trace/trace.h"

namespace gaplight {

// The color of a kind of segments of the critical path, on the timeline and in legends.
[[nodiscard]] Role pathColor(PathKind kind);

// What a timeline draws of a replay: outlines of the moved slices, and the critical path. Path
// segments are on the rows of their calls and activities; host time on the row of the next call.
// O(n log n).
[[nodiscard]] ReplayIntervals replayIntervals(const Trace& trace, const ReplayTimeline& timeline,
                                              bool withGhosts, bool withPath);

}  // namespace gaplight
