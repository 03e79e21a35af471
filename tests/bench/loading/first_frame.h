// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.h"

namespace gaplight::bench {

// Seconds from starting the program to a saved image of its first complete frame: start of Qt,
// load, layout, drawing, and writing a PNG. Best of three. Errors: BadArgument where the program
// could not be run or has no display.
[[nodiscard]] Result<double> firstFrameSeconds(const std::string& program, const std::string& trace,
                                               const std::string& folder);

}  // namespace gaplight::bench
