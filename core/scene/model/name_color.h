// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/scene/display/color_ref.h"

namespace gaplight {

// Hue of a name, from the FNV-1a hash of its bytes: the same in every run, trace, panel and image.
// A number after `#` is not hashed, so that `ProfilerStep#1` and `ProfilerStep#2` look alike.
[[nodiscard]] ColorRef nameColor(std::string_view name);

}  // namespace gaplight
