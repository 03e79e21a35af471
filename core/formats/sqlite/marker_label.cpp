// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/marker_label.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace gaplight {
namespace {

constexpr std::string_view kSequence = ", seq = ";
constexpr std::string_view kOperator = ", op_id = ";

// The text in front of such a mark and a number; empty where there is none.
std::string_view nameBefore(std::string_view text, std::string_view mark) {
    const std::size_t at = text.find(mark);
    const std::string_view rest =
        at == std::string_view::npos ? std::string_view() : text.substr(at + mark.size());
    const bool isNumber = !rest.empty() && rest.front() >= '0' && rest.front() <= '9';
    return isNumber ? text.substr(0, at) : std::string_view();
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
    // What torch.autograd.profiler.emit_nvtx adds. Only what autograd counts has a sequence number,
    // functions of the program ("FlashAttnFunc") like operators of PyTorch.
    if (const std::string_view name = nameBefore(text, kSequence); !name.empty()) {
        return {name, "cpu_op", SliceKind::CpuOp};
    }
    if (const std::string_view name = nameBefore(text, kOperator); !name.empty()) {
        if (name.find("::") != std::string_view::npos) {
            return {name, "cpu_op", SliceKind::CpuOp};
        }
        text = name;
    }
    return {text, domain.empty() ? std::string(library) : fmt::format("{} {}", library, domain),
            SliceKind::UserAnnotation};
}

}  // namespace gaplight
