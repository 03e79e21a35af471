// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Which GPU activities of a range count.
enum class ActivityScope : std::uint8_t {
    Launched,  // those whose launch starts in the range, on the chosen tracks
    Ran,       // those that ran in the range on the chosen tracks, cut to it
};

// An activity that counts, with the part of its duration that does.
struct CountedActivity {
    SliceId launch;  // invalid: none
    SliceId slice;
    Duration length{};
};

// By slice. O(activities).
[[nodiscard]] std::vector<CountedActivity> countedActivities(const Trace& trace,
                                                             const LaunchIndex& launches,
                                                             std::span<const TrackId> tracks,
                                                             TimeRange range, ActivityScope scope);

}  // namespace gaplight
