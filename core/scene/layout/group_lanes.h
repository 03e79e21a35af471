// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/scene/layout/counter_curves.h"
#include "core/scene/layout/lane_table.h"
#include "core/scene/layout/track_groups.h"

namespace gaplight {

// The lanes of one group without positions: header, tracks, counters. `groupIndex`: into
// TrackLayout::groups(); `counters`: from counterCurves(). O(tracks of the group).
[[nodiscard]] std::vector<Lane> lanesOf(const Trace& trace, const TrackGroup& group,
                                        std::uint32_t groupIndex,
                                        std::span<const CounterCurve> counters,
                                        std::span<const AnnotationRows> annotations);

// "1 thread", "12 threads".
[[nodiscard]] std::string counted(std::size_t count, const std::string& noun);

}  // namespace gaplight
