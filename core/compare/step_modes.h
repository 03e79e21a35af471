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
// Of the shorter mean: modes nearer to each other are noise.
inline constexpr double kMinModeDistance = 0.10;
// Of the distance of the means that lies between the longest of the shorter steps and the shortest
// of the longer ones. Evenly spread durations have 2 / steps.
inline constexpr double kMinModeGap = 2.0 / 3.0;

// Splits the sorted durations at their widest gap. Empty unless both parts have at least two steps
// and a quarter of all, and the gap is wide enough. O(steps log steps).
[[nodiscard]] std::optional<StepModes> findStepModes(std::vector<Duration> steps);

}  // namespace gaplight
