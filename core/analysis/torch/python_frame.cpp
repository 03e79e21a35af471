// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/python_frame.h"

#include <algorithm>

namespace gaplight {

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
