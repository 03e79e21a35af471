// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_pattern.h"

#include <algorithm>
#include <utility>

namespace gaplight {
namespace {

constexpr char lowerAscii(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

}  // namespace

TextPattern TextPattern::substring(std::string_view text) {
    TextPattern pattern;
    pattern.m_lower.resize(text.size());
    std::transform(text.begin(), text.end(), pattern.m_lower.begin(), lowerAscii);
    return pattern;
}

TextPattern TextPattern::glob(std::string_view text) {
    TextPattern pattern = substring(text);
    pattern.m_isGlob = true;
    return pattern;
}

Result<TextPattern> TextPattern::regex(std::string_view expression) {
    Result<RegexProgram> program = compileRegex(expression);
    if (!program) {
        return tl::unexpected(std::move(program.error()));
    }
    TextPattern pattern;
    pattern.m_regex.emplace(std::move(*program));
    return pattern;
}

bool TextPattern::matches(std::string_view text) {
    if (m_regex) {
        return m_regex->matches(text);
    }
    std::string_view wanted = m_lower;
    auto from = text.begin();
    while (!wanted.empty()) {
        const std::string_view part = m_isGlob ? wanted.substr(0, wanted.find('*')) : wanted;
        const auto found =
            std::search(from, text.end(), part.begin(), part.end(),
                        [](char inText, char inPart) { return lowerAscii(inText) == inPart; });
        if (found == text.end() && !part.empty()) {
            return false;
        }
        from = found + static_cast<std::ptrdiff_t>(part.size());
        wanted.remove_prefix(std::min(wanted.size(), part.size() + (m_isGlob ? 1 : 0)));
    }
    return true;
}

}  // namespace gaplight
