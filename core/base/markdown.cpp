// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/markdown.h"

namespace gaplight {

std::string escapedMarkdown(std::string_view text) {
    constexpr std::string_view kMarkup = "\\|*_`<>[]#~";
    std::string escaped;
    for (const char c : text) {
        if (kMarkup.find(c) != std::string_view::npos) {
            escaped += '\\';
        }
        escaped += c;
    }
    return escaped;
}

}  // namespace gaplight
