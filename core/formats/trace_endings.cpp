// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/trace_endings.h"

#include <algorithm>
#include <array>

namespace gaplight {
namespace {

std::string_view withoutOneOf(std::string_view name, std::span<const std::string_view> endings) {
    const auto ending = std::find_if(endings.begin(), endings.end(),
                                     [name](std::string_view end) { return name.ends_with(end); });
    return ending == endings.end() ? name : name.substr(0, name.size() - ending->size());
}

}  // namespace

std::span<const std::string_view> traceEndings() {
    static constexpr std::array<std::string_view, 12> kEndings{
        ".json",     ".trace", ".pftrace", ".perfetto-trace", ".xplane.pb", ".sqlite",
        ".nsys-rep", ".db",    ".rpd",     ".nvvp",           ".nvprof",    ".gpk"};
    return kEndings;
}

std::span<const std::string_view> compressionEndings() {
    static constexpr std::array<std::string_view, 2> kEndings{".gz", ".zst"};
    return kEndings;
}

std::string_view withoutTraceEnding(std::string_view name) {
    return withoutOneOf(withoutOneOf(name, compressionEndings()), traceEndings());
}

bool hasTraceEnding(std::string_view name) {
    const std::string_view inflated = withoutOneOf(name, compressionEndings());
    return withoutOneOf(inflated, traceEndings()) != inflated;
}

}  // namespace gaplight
