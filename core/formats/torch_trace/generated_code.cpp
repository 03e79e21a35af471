// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/torch_trace/generated_code.h"

#include <algorithm>
#include <utility>

namespace gaplight {
namespace {

constexpr auto kAbsent = std::string_view::npos;

// The items of "[a, b], ..." behind `label`; nothing where the label is missing.
std::vector<std::string> listAfter(std::string_view line, std::string_view label) {
    std::vector<std::string> items;
    const std::size_t at = line.find(label);
    if (at == kAbsent) {
        return items;
    }
    line.remove_prefix(at + label.size());
    line = line.substr(0, line.find(']'));
    while (!line.empty() && items.size() < kMaxGeneratedNodes) {
        const std::size_t end = std::min(line.find(", "), line.size());
        if (end > 0) {
            items.emplace_back(line.substr(0, end));
        }
        line.remove_prefix(std::min(end + 2, line.size()));
    }
    return items;
}

// "#   %mul : Tensor "f32[8]" = call_function[...](...)" computes mul; a placeholder is an input.
void readFragment(std::string_view line, GeneratedKernel& kernel) {
    constexpr std::string_view kNode = "#   %";
    if (line.starts_with(kNode) && line.find(" = call_") != kAbsent &&
        kernel.nodes.size() < kMaxGeneratedNodes) {
        line.remove_prefix(kNode.size());
        kernel.nodes.emplace_back(line.substr(0, line.find(' ')));
    }
}

void readComment(std::string_view line, GeneratedKernel& kernel) {
    constexpr std::string_view kPath = "# kernel path: ";
    if (line.starts_with(kPath)) {
        kernel = {};
        kernel.file = line.substr(kPath.size());
    } else if (line.find("Source Nodes: [") != kAbsent) {
        kernel.sources = listAfter(line, "Source Nodes: [");
        kernel.operators = listAfter(line, "Original ATen: [");
    } else {
        readFragment(line, kernel);
    }
}

// The name in "x = async_compile.triton('NAME', ..."; empty for any other line.
std::string_view definedName(std::string_view line) {
    constexpr std::string_view kDefinition = " = async_compile.triton('";
    const std::size_t at = line.find(kDefinition);
    if (at == kAbsent || line.front() == ' ') {
        return {};
    }
    line.remove_prefix(at + kDefinition.size());
    const std::size_t end = line.find('\'');
    return end == kAbsent ? std::string_view{} : line.substr(0, end);
}

}  // namespace

std::vector<GeneratedKernel> generatedKernels(std::string_view code) {
    std::vector<GeneratedKernel> kernels;
    GeneratedKernel next;
    while (!code.empty()) {
        const std::size_t end = std::min(code.find('\n'), code.size());
        const std::string_view line = code.substr(0, end);
        code.remove_prefix(std::min(end + 1, code.size()));
        if (line.starts_with('#')) {
            readComment(line, next);
        } else if (const std::string_view name = line.empty() ? line : definedName(line);
                   !name.empty()) {
            next.name = name;
            kernels.push_back(std::exchange(next, {}));
        }
    }
    return kernels;
}

}  // namespace gaplight
