// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/shell_word.h"

namespace gaplight {

std::string shellWord(std::string_view word) {
    // '=' and '~' mean something to some shells at the begin of a word.
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:=#+%@";
    const bool isPlain = !word.empty() && word.front() != '=' && word.front() != '#' &&
                         word.find_first_not_of(kPlain) == std::string_view::npos;
    if (isPlain) {
        return std::string(word);
    }
    std::string text = "'";
    for (const char c : word) {
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return text + "'";
}

}  // namespace gaplight
