// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/compile_id.h"

#include <charconv>

#include <fmt/format.h>

namespace gaplight {
namespace {

// Reads "3/1" at the front of a text. What follows does not matter: "3/1_2" is the second attempt
// at the same version.
std::optional<CompileId> idAtFront(std::string_view text) {
    CompileId id;
    const char* const end = text.data() + text.size();
    const auto [slash, frameError] = std::from_chars(text.data(), end, id.frame);
    if (frameError != std::errc{} || slash == end || *slash != '/') {
        return std::nullopt;
    }
    const auto [rest, versionError] = std::from_chars(slash + 1, end, id.version);
    const bool read = versionError == std::errc{} && id.frame >= 0 && id.version >= 0;
    return read ? std::optional(id) : std::nullopt;
}

}  // namespace

std::string compileIdText(CompileId id) {
    return id.isKnown() ? fmt::format("{}/{}", id.frame, id.version) : "?";
}

std::optional<CompileId> regionIdOf(std::string_view name) {
    constexpr std::string_view kRegion = "Torch-Compiled Region";
    if (!name.starts_with(kRegion)) {
        return std::nullopt;
    }
    name.remove_prefix(kRegion.size());
    if (name.empty()) {
        return CompileId{};
    }
    return name.starts_with(": ") ? idAtFront(name.substr(2)).value_or(CompileId{})
                                  : std::optional<CompileId>{};
}

bool isCompiledCode(std::string_view name) {
    return name.starts_with("Torch-Compiled Region") ||
           name.starts_with("## Call CompiledFxGraph") || name.starts_with("CompiledFunction");
}

std::optional<CompileId> annotatedCompileIdOf(std::string_view name) {
    constexpr std::string_view kKey = "compile_id=";
    const std::size_t at = name.find(kKey);
    return at == std::string_view::npos ? std::nullopt : idAtFront(name.substr(at + kKey.size()));
}

}  // namespace gaplight
