// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace gaplight::bench {

// Runs `work` in a process of its own and gives its figures: each measure begins with the same
// empty memory, and one that crashes does not take the others with it. `work` gives nothing where
// it cannot run. Call it before this process starts threads. Errors: BadArgument, naming `what`.
[[nodiscard]] Result<std::vector<double>> isolatedRun(
    const std::string& what, const std::function<std::vector<double>()>& work);

}  // namespace gaplight::bench
