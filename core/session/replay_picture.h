// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/replay/replay.h"
#include "core/scene/timeline/replay_scene.h"
#include "core/trace/trace.h"

namespace gaplight {

// What of a replay is drawn on the timeline. The path lies on the rows of its calls and activities
// as the trace has them; its host time on the row of the call that the host was on its way to.
// O(n log n).
[[nodiscard]] ReplayPicture replayPicture(const Trace& trace, const ReplayTimeline& timeline,
                                          bool withGhosts, bool withPath);

}  // namespace gaplight
