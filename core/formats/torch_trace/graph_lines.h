// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/text_hash.h"
#include "core/compile_log/compile_log.h"

namespace gaplight {

// The lines of the program that the nodes of a printed graph come from.
//
//   # File: model.py:8 in forward, code: return m[3:](y) * k
//   mul: "f32[512, 1024]" = torch.ops.aten.mul.Tensor(add, 1.0);  add = None      mul ─► model.py:8
class GraphLines {
public:
    GraphLines() = default;
    // Reads a graph as PyTorch prints it (print_readable). O(length).
    [[nodiscard]] static GraphLines parse(std::string_view graph);

    // Null where the graph does not have the node, or no line for it. O(1).
    const SourceLine* find(std::string_view node) const;
    bool isEmpty() const { return m_lines.empty(); }

private:
    std::vector<SourceLine> m_lines;
    std::unordered_map<std::string, std::size_t, TextHash> m_lineOfNode;
};

// "/a/model.py:8 in forward, code: return x" as after "# File: "; line 0 where it is another text.
[[nodiscard]] SourceLine parseGraphLine(std::string_view text);

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
