// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/analysis/idle/gap_fillers.h"
#include "core/analysis/idle/gaps.h"

namespace gaplight {

// Names of a trigger and of a filler within a sentence: "launched too late".
[[nodiscard]] std::string_view triggerLabel(GapTrigger trigger);
[[nodiscard]] std::string_view fillerLabel(Filler filler);

}  // namespace gaplight
