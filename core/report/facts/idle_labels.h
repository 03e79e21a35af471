// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/analysis/idle/gap_activity.h"
#include "core/analysis/idle/gaps.h"

namespace gaplight {

// Names of a trigger and of a activity within a sentence: "launched too late".
[[nodiscard]] std::string_view triggerLabel(GapTrigger trigger);
[[nodiscard]] std::string_view gapActivityLabel(GapActivity activity);

}  // namespace gaplight
