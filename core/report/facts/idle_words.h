// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/analysis/idle/gap_fillers.h"
#include "core/analysis/idle/gaps.h"

namespace gaplight {

// What a trigger and a filler are called in a sentence.
[[nodiscard]] std::string_view triggerWords(GapTrigger trigger);
[[nodiscard]] std::string_view fillerWords(Filler filler);

}  // namespace gaplight
