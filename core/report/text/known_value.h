// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/duration_text.h"

namespace gaplight {

// A cell without a value: nothing was measured, or there is nothing to measure.
inline constexpr const char* kNoValue = "–";

// A measured time, 0 too; kNoValue unless it is known.
[[nodiscard]] inline std::string knownDuration(bool isKnown, Duration time) {
    return isKnown ? durationText(time) : kNoValue;
}

}  // namespace gaplight
