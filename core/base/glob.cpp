// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/glob.h"

#include <algorithm>
#include <cstddef>

#include "core/base/ascii_case.h"
#include "core/base/utf8.h"

namespace gaplight {
namespace {

// Bytes of the character at `at`; 1 for what is no UTF-8.
std::size_t characterLength(std::string_view text, std::size_t at) {
    return std::max<std::size_t>(1, utf8SequenceLength(text, at));
}

}  // namespace

bool matchesGlob(std::string_view pattern, std::string_view text) {
    std::size_t at = 0;  // in the pattern
    std::size_t in = 0;  // in the text
    std::size_t star = std::string_view::npos;
    std::size_t resume = 0;  // in the text, should the last `*` have to take one more
    while (in < text.size()) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            resume = in;
        } else if (at < pattern.size() && pattern[at] == '?') {
            ++at;
            in += characterLength(text, in);
        } else if (at < pattern.size() && lowerAscii(pattern[at]) == lowerAscii(text[in])) {
            ++at;
            ++in;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            resume += characterLength(text, resume);
            in = resume;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

bool matchesFilter(std::string_view pattern, std::string_view text) {
    if (pattern.find_first_of("*?") != std::string_view::npos) {
        return matchesGlob(pattern, text);
    }
    return std::search(text.begin(), text.end(), pattern.begin(), pattern.end(),
                       [](char a, char b) { return lowerAscii(a) == lowerAscii(b); }) !=
               text.end() ||
           pattern.empty();
}

}  // namespace gaplight
