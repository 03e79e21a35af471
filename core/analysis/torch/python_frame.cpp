// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/python_frame.h"

namespace gaplight {

std::string_view functionOfFrame(std::string_view name) {
    const std::size_t at = name.find("): ");
    return at == std::string_view::npos ? name : name.substr(at + 3);
}

}  // namespace gaplight
