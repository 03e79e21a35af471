// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/marker_label.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace gaplight {
namespace {

// The text in front of what torch.autograd.profiler.emit_nvtx adds: "aten::add" of
// "aten::add, seq = 3, op_id = 5". Empty where it added nothing.
std::string_view nameBeforeNumbers(std::string_view text) {
    for (const std::string_view mark : {", seq = ", ", op_id = "}) {
        const std::size_t at = text.find(mark);
        if (at == std::string_view::npos) {
            continue;
        }
        const std::string_view rest = text.substr(at + mark.size());
        if (!rest.empty() && rest.front() >= '0' && rest.front() <= '9') {
            return text.substr(0, at);
        }
    }
    return {};
}

}  // namespace

std::string_view withoutVersion(std::string_view name) {
    const std::size_t at = name.rfind("_v");
    const bool isVersion = at != std::string_view::npos && at + 2 < name.size() &&
                           std::all_of(name.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                                       name.end(), [](char c) { return c >= '0' && c <= '9'; });
    return isVersion ? name.substr(0, at) : name;
}

MarkerLabel labelMarker(std::string_view text, std::string_view library, std::string_view domain) {
    if (const std::string_view name = nameBeforeNumbers(text); !name.empty()) {
        if (name.find("::") != std::string_view::npos) {
            return {name, "cpu_op", SliceKind::CpuOp};
        }
        text = name;
    }
    return {text, domain.empty() ? std::string(library) : fmt::format("{} {}", library, domain),
            SliceKind::UserAnnotation};
}

}  // namespace gaplight
