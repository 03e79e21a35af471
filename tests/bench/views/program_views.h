// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gaplight::bench {

// What a trace with GPU work costs to show. Wall time, in milliseconds; best of several.
struct ProgramViews {
    double treeMilliseconds = 0;  // GPU time by annotation, module, operator and kernel, of all
    std::size_t treeNodes = 0;
    struct View {
        std::string name;  // "whole trace", "1/64 of it", ...
        double milliseconds = 0;
    };
    std::vector<View> views;  // with the GPU's row and the curve of the host's lead, 2560 wide
    std::size_t slices = 0;
    std::size_t kernels = 0;
};

// Measures a trace from madeProgram() with about `slices` slices, ten for each kernel, as in a
// trace of eager PyTorch with Python stacks.
[[nodiscard]] ProgramViews measureProgramViews(std::size_t slices);

}  // namespace gaplight::bench
