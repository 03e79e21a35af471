// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_pattern.h"

#include <algorithm>
#include <utility>

namespace gaplight {
namespace {

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

}  // namespace

TextPattern TextPattern::substring(std::string_view text) {
    TextPattern pattern;
    pattern.m_lower.resize(text.size());
    std::transform(text.begin(), text.end(), pattern.m_lower.begin(), lower);
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
    // An empty text has an empty part too.
    return m_lower.empty() || std::search(text.begin(), text.end(), m_lower.begin(), m_lower.end(),
                                          [](char inText, char wanted) {
                                              return lower(inText) == wanted;
                                          }) != text.end();
}

}  // namespace gaplight
