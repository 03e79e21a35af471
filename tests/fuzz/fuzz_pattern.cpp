// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any expression and any text, separated by a newline: neither compiling nor matching fails, the
// same text gives the same answer, and an expression of plain letters is found where the same
// letters are found as a substring (and elsewhere: RE2 folds the Kelvin sign to k).
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/base/text_pattern.h"

namespace {

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

bool isPlain(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == ' ';
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using gaplight::TextPattern;
    const std::string_view all(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(all.find('\n'), all.size());
    const std::string_view expression = all.substr(0, end);
    const std::string_view text = all.substr(std::min(end + 1, all.size()));
    const TextPattern part = TextPattern::substring(expression);
    const bool contains = part.matches(text);
    auto pattern = TextPattern::regex(expression);
    if (!pattern) {
        require(!isPlain(expression) || expression.size() > 1000);
        return 0;
    }
    const bool matches = pattern->matches(text);
    require(pattern->matches(text) == matches);
    if (isPlain(expression)) {
        require(matches || !contains);
        require(pattern->matches(std::string(text) + std::string(expression)));
    }
    return 0;
}
