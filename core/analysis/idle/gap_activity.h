// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/idle/gaps.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// What the launching thread did while the GPU was idle (metrics.md, "Filler").
enum class GapActivity : std::uint8_t {
    Sync,
    Launch,
    Alloc,
    Copy,
    Compile,
    DataLoader,
    Profiler,
    Python,
    Op,
    Annotation,
    Untraced,
    GpuSide,
    Count_,
};
// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view gapActivityName(GapActivity activity);

using IdleByActivity = std::array<Duration, static_cast<std::size_t>(GapActivity::Count_)>;

struct GapActivities {
    IdleByActivity total{};                 // sums to the GPU's idle time exactly
    std::vector<GapActivity> mainActivity;  // per gap: the class with most of its time
};

// Classifies every instant of every gap of one GPU: by the call that the launching thread was in
// until its launch call returned, GpuSide from then on. A gap without a launch is Untraced.
//
// The class of a call of the IdleCallTree, which gets its exclusive time, is: Sync, Alloc, Copy for
// API calls of these names, even for the launch call itself; Launch for launch calls; Profiler for
// `overhead`. Anything else is Compile, DataLoader or Profiler where the call or one around it is
// that work; then Op or Python by its own category. Other API calls and annotations take the class
// of what encloses them (Op and Annotation if nothing does). O(slices of the launching threads +
// gaps).
[[nodiscard]] GapActivities findGapActivities(const Trace& trace, const NameClasses& names,
                                              std::span<const Gap> gaps);

// The same per gap instead of per GPU: one entry per gap, which sums to its length. 96 bytes a gap.
[[nodiscard]] std::vector<IdleByActivity> activitiesOfGaps(const Trace& trace,
                                                           const NameClasses& names,
                                                           std::span<const Gap> gaps);

}  // namespace gaplight
