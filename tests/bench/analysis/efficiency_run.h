// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace gaplight::bench {

// What the roofline of a trace takes, and its parts. Wall time, in milliseconds; best of several.
struct EfficiencyRun {
    double groupMilliseconds = 0;  // classes of calls, their work and efficiency
    double tableMilliseconds = 0;  // by kernel, operator, module and step
    std::size_t kernels = 0;
};

// The trace is madeProgram() with about `kernels` kernels. All operators have the same input
// shapes, which are not read from a file.
[[nodiscard]] EfficiencyRun runEfficiency(std::size_t kernels);

}  // namespace gaplight::bench
