// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gaplight {

// A kernel defined in the code that Inductor generated, with the comment above it.
struct GeneratedKernel {
    std::string name;                  // as on the GPU
    std::string file;                  // "# kernel path: "
    std::vector<std::string> sources;  // nodes of TorchDynamo's graph, or of the joint graph
    std::vector<std::string> operators;
    std::vector<std::string> nodes;  // that it computes, of Inductor's graph
};

// The kernels of Triton in generated code. O(length). At most kMaxGeneratedNodes names a kernel.
inline constexpr std::size_t kMaxGeneratedNodes = 4096;
[[nodiscard]] std::vector<GeneratedKernel> generatedKernels(std::string_view code);

}  // namespace gaplight
