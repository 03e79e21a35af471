// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/theme.h"

namespace gaplight {

// The dark or light theme of resources/themes, compiled into the program.
// Error: BadArgument if the file does not parse.
[[nodiscard]] Result<Theme> builtInTheme(bool dark);

}  // namespace gaplight
