// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/args/command_line.h"

namespace gaplight::ui {

// Runs `gaplight summarize`: one line for each trace. A trace that cannot be read is named on
// standard error, and the rest goes on. Returns the exit code.
[[nodiscard]] int runSummarize(const SummarizeRequest& request);

}  // namespace gaplight::ui
