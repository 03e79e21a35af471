// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/markdown.h"

namespace gaplight {
namespace {

constexpr std::string_view kMarkup = "\\|*_`<>[]#~";

constexpr std::string_view kLettersAndDigits =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

// "lt;": what follows the "&" of an entity.
bool isEntityName(std::string_view text) {
    const std::size_t end = text.find_first_not_of(kLettersAndDigits);
    return end != std::string_view::npos && end > 0 && text[end] == ';';
}

// Whether the character at `at` begins an entity ("&lt;") or belongs to an address that becomes a
// link without any brackets ("http://a.b", "www.a.b").
bool isMarkupInContext(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at + 1);
    switch (text[at]) {
        case '&':
            return isEntityName(rest);
        case ':':
            return rest.starts_with("//");
        case '.':
            return text.substr(0, at).ends_with("www");
        default:
            return false;
    }
}

}  // namespace

std::string escapedMarkdown(std::string_view text) {
    std::string escaped;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (kMarkup.find(text[at]) != std::string_view::npos || isMarkupInContext(text, at)) {
            escaped += '\\';
        }
        escaped += text[at];
    }
    return escaped;
}

}  // namespace gaplight
