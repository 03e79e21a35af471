// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.h"

namespace gaplight::ui {

// The program that --install copies to another machine: $GAPLIGHT_FAR_PROGRAM, else gaplight-cli
// beside this program or in ../lib/gaplight, else this program if it has no window, whose libraries
// are missing on most clusters. Errors: BadArgument (there is none).
[[nodiscard]] Result<std::string> remoteProgramFile();

}  // namespace gaplight::ui
