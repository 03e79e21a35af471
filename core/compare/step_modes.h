// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/time.h"

namespace gaplight {

// Two clearly different times that the steps of one run take, such as 10 ms and 14 ms in turn.
// The mean of such steps is typical of none of them.
struct StepModes {
    Duration shorter{};  // means
    Duration longer{};
    std::size_t shorterCount = 0;
    std::size_t longerCount = 0;
};

// Fewer steps show no modes.
inline constexpr std::size_t kMinModeSteps = 4;
// Distance of the two means as a share of the shorter one, below which it is noise.
inline constexpr double kMinModeDistance = 0.10;
// Share of the distance of the means that the gap must have: from the longest of the shorter steps
// to the shortest of the longer ones. It is 2 / steps for evenly spread durations.
inline constexpr double kMinModeGap = 2.0 / 3.0;

// Splits the sorted durations at their widest gap. Empty unless both parts have at least two steps
// and a quarter of all, and the gap is wide enough. O(steps log steps).
[[nodiscard]] std::optional<StepModes> findStepModes(std::vector<Duration> steps);

}  // namespace gaplight
