// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/python_frame.h"

#include <algorithm>

#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/torch_names.h"

namespace gaplight {

std::string sourceAround(const Trace& trace, const LaunchIndex& launches, SliceId slice) {
    if (slice.isValid()) {
        const SliceId launch = launches.launchOf(slice);
        slice = launch.isValid() ? launch : slice;
    }
    std::string source;
    while (slice.isValid() && source.empty()) {
        source = sourceOfFrame(trace.name(slice));
        slice = trace.slices().parent(slice);
    }
    return source;
}

namespace {

// The rest of `text` after `prefix`, or nothing.
std::optional<std::string_view> after(std::string_view text, std::string_view prefix) {
    return text.starts_with(prefix) ? std::optional(text.substr(prefix.size())) : std::nullopt;
}

std::string_view withoutClosing(std::string_view text) {
    return text.ends_with('>') ? text.substr(0, text.size() - 1) : text;
}

}  // namespace

std::optional<std::string> frameLabel(std::string_view name) {
    if (isModuleCall(name)) {
        const std::string_view module = moduleNameOf(name);
        return module.empty() ? std::nullopt : std::optional(std::string(module));
    }
    if (const auto function = after(name, "<built-in function ")) {
        return std::string(withoutClosing(*function));
    }
    if (const auto method = after(name, "<built-in method ")) {
        // Addresses carry no information, and would give each object another color.
        return std::string(withoutClosing(method->substr(0, method->find(" object at 0x"))));
    }
    if (std::string graph = compiledGraphGroup(name); !graph.empty()) {
        return graph;
    }
    const std::size_t open = name.find(".py(");
    const std::size_t close = open == std::string_view::npos ? open : name.find("): ", open);
    if (close == std::string_view::npos || close + 3 == name.size()) {
        return std::nullopt;
    }
    const std::string_view place = name.substr(0, close + 1);
    const std::size_t slash = place.find_last_of("/\\");
    const std::string_view file = slash == std::string_view::npos ? place : place.substr(slash + 1);
    return std::string(name.substr(close + 3)).append(" · ").append(file);
}

std::string_view functionOfFrame(std::string_view name) {
    const std::size_t at = name.find("): ");
    return at == std::string_view::npos ? name : name.substr(at + 3);
}

std::string sourceOfFrame(std::string_view name) {
    const std::size_t end = name.find("): ");
    const std::size_t open = name.substr(0, end).rfind('(');
    if (end == std::string_view::npos || open == std::string_view::npos || open == 0) {
        return {};
    }
    const std::string_view line = name.substr(open + 1, end - open - 1);
    const bool isNumber = !line.empty() && std::all_of(line.begin(), line.end(), [](char digit) {
        return digit >= '0' && digit <= '9';
    });
    return isNumber ? std::string(name.substr(0, open)).append(":").append(line) : std::string();
}

}  // namespace gaplight
