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

// A made trace of about `kernels` kernels (madeProgram). The texts of the shapes are made, not
// read.
[[nodiscard]] EfficiencyRun runEfficiency(std::size_t kernels);

}  // namespace gaplight::bench
