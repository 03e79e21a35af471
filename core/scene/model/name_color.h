// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/scene/display/color_ref.h"

namespace gaplight {

// The hue of a name: the same in every run, file, pane and picture (FNV-1a over its bytes). A
// number after `#` is left out, so that `ProfilerStep#1` and `ProfilerStep#2` look alike.
[[nodiscard]] ColorRef nameColor(std::string_view name);

}  // namespace gaplight
