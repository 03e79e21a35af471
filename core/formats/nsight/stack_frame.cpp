// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/stack_frame.h"

#include <fmt/format.h>

namespace gaplight {
namespace {

std::string_view fileName(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

}  // namespace

std::string frameName(std::string_view symbol, std::string_view module, bool isUnresolved) {
    if (!isUnresolved && !symbol.empty() && !symbol.starts_with("0x")) {
        return std::string(symbol);
    }
    const std::string_view file = fileName(module);
    if (file.empty()) {
        return "[Unknown]";
    }
    return file.starts_with('[') ? std::string(file) : fmt::format("[{}]", file);
}

std::string frameText(std::string_view symbol, std::string_view module) {
    return fmt::format("{}!{}", fileName(module), symbol);
}

}  // namespace gaplight
