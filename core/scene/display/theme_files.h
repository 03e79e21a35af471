// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/theme.h"

namespace gaplight {

// A theme of resources/themes, which are built into the program.
// Error: BadArgument, where the file does not parse.
[[nodiscard]] Result<Theme> builtInTheme(bool dark);

}  // namespace gaplight
