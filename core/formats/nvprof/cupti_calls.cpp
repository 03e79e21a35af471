// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nvprof/cupti_calls.h"

namespace gaplight {

std::vector<std::string_view> splitNames(std::string_view text) {
    std::vector<std::string_view> names;
    for (std::size_t end = text.find(' '); end != std::string_view::npos; end = text.find(' ')) {
        names.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    return names;
}

}  // namespace gaplight
