// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/torch_trace/graph_lines.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace gaplight {
namespace {

constexpr std::size_t kMaxGraphNodes = 1'000'000;
constexpr auto kNoSourceLine = static_cast<std::size_t>(-1);

bool isNodeCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The name that a line of a graph assigns to; empty where it is no assignment.
std::string_view assignedNode(std::string_view line) {
    const auto end = std::ranges::find_if_not(line, isNodeCharacter);
    const std::string_view name(line.begin(), end);
    const std::string_view rest = line.substr(name.size());
    return rest.starts_with(": ") || rest.starts_with(" = ") ? name : std::string_view{};
}

}  // namespace

SourceLine parseGraphLine(std::string_view text) {
    constexpr std::string_view kCode = ", code: ";
    constexpr std::string_view kIn = " in ";
    SourceLine line;
    const std::size_t code = text.find(kCode);
    if (code != std::string_view::npos) {
        line.code = text.substr(code + kCode.size());
        text = text.substr(0, code);
    }
    const std::size_t in = text.rfind(kIn);
    if (in != std::string_view::npos) {
        line.function = text.substr(in + kIn.size());
        text = text.substr(0, in);
    }
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) {
        return {};
    }
    const std::string_view number = text.substr(colon + 1);
    const auto [stop, error] =
        std::from_chars(number.data(), number.data() + number.size(), line.line);
    if (error != std::errc{} || stop != number.data() + number.size() || line.line <= 0) {
        return {};
    }
    line.file = text.substr(0, colon);
    return line;
}

GraphLines GraphLines::parse(std::string_view graph) {
    constexpr std::string_view kFile = "# File: ";
    constexpr std::string_view kNoLine = "# No stacktrace";
    GraphLines lines;
    std::size_t current = kNoSourceLine;
    while (!graph.empty() && lines.m_lineOfNode.size() < kMaxGraphNodes) {
        const std::size_t end = std::min(graph.find('\n'), graph.size());
        std::string_view line = graph.substr(0, end);
        graph.remove_prefix(std::min(end + 1, graph.size()));
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (line.starts_with(kFile)) {
            SourceLine source = parseGraphLine(line.substr(kFile.size()));
            current = kNoSourceLine;
            if (source.line > 0) {
                current = lines.m_lines.size();
                lines.m_lines.push_back(std::move(source));
            }
        } else if (line.starts_with(kNoLine)) {
            current = kNoSourceLine;
        } else if (const std::string_view node = assignedNode(line);
                   !node.empty() && current != kNoSourceLine) {
            lines.m_lineOfNode.try_emplace(std::string(node), current);
        }
    }
    return lines;
}

const SourceLine* GraphLines::find(std::string_view node) const {
    const auto found = m_lineOfNode.find(std::string(node));
    return found == m_lineOfNode.end() ? nullptr : &m_lines[found->second];
}

namespace {

constexpr auto kAbsent = std::string_view::npos;

// The items of "[a, b], ..." after `label`; nothing where the label is missing.
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
