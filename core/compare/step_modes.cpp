// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/step_modes.h"

#include <algorithm>

namespace gaplight {
namespace {

Duration meanOf(const std::vector<Duration>& steps, std::size_t begin, std::size_t end) {
    Duration sum{};
    for (std::size_t at = begin; at < end; ++at) {
        sum += steps[at];
    }
    return sum / static_cast<std::int64_t>(end - begin);
}

}  // namespace

std::optional<StepModes> findStepModes(std::vector<Duration> steps) {
    constexpr std::size_t kMinPart = 2;
    constexpr std::size_t kMinQuarter = 4;
    if (steps.size() < kMinModeSteps) {
        return std::nullopt;
    }
    std::sort(steps.begin(), steps.end());
    std::size_t cut = 1;
    for (std::size_t at = 2; at < steps.size(); ++at) {
        cut = steps[at] - steps[at - 1] > steps[cut] - steps[cut - 1] ? at : cut;
    }
    const std::size_t fewer = std::min(cut, steps.size() - cut);
    if (fewer < kMinPart || fewer * kMinQuarter < steps.size()) {
        return std::nullopt;
    }
    StepModes modes{meanOf(steps, 0, cut), meanOf(steps, cut, steps.size()), cut,
                    steps.size() - cut};
    const auto distance = static_cast<double>((modes.longer - modes.shorter).count());
    const auto gap = static_cast<double>((steps[cut] - steps[cut - 1]).count());
    const bool isClear =
        distance >= kMinModeDistance * static_cast<double>(modes.shorter.count()) &&
        gap >= kMinModeGap * distance;
    return isClear ? std::optional(modes) : std::nullopt;
}

}  // namespace gaplight
