// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/scene/display/text_measure.h"
#include "core/scene/timeline/replay_scene.h"

namespace gaplight {

// The part with most time of the path in a range; null if the path has none there. O(log n).
[[nodiscard]] const PathPart* mainPathPart(std::span<const PathPart> path, TimeRange range);

// Draws a replay's result on the strips below those of the GPUs' measured time, in place of the
// host's lead (TimelineState::showsReplay): the predicted time of the GPU on the same scale, with a
// flag at its end that states its length and the factor, and the critical path as one band.
// O(pixels × log n).
void addReplayStrips(const TimelineInput& input, const ReplayIntervals& intervals,
                     const TextMeasure& measure, DisplayList& list);

}  // namespace gaplight
