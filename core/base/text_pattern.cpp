// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_pattern.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <re2/re2.h>

#include "core/base/printable_text.h"

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

namespace {

constexpr std::size_t kMaxExpressionBytes = 1000;
constexpr std::int64_t kMaxRegexMemory = 8 << 20;

RE2::Options regexOptions() {
    RE2::Options options;
    options.set_case_sensitive(false);
    options.set_dot_nl(true);
    options.set_log_errors(false);
    options.set_max_mem(kMaxRegexMemory);
    return options;
}

// What is wrong, and what to write instead where there is an easy answer.
std::string_view regexProblem(RE2::ErrorCode code) {
    switch (code) {
        case RE2::ErrorBadEscape:
            return "this escape is not known";
        case RE2::ErrorBadCharClass:
        case RE2::ErrorBadCharRange:
            return "this is no set or range of characters";
        case RE2::ErrorMissingBracket:
            return "expected `]`; write `\\[` for the character";
        case RE2::ErrorMissingParen:
            return "expected `)`; write `\\(` for the character";
        case RE2::ErrorUnexpectedParen:
            return "this `)` closes nothing; write `\\)` for the character";
        case RE2::ErrorTrailingBackslash:
            return "expected a character after `\\`";
        case RE2::ErrorRepeatArgument:
            return "nothing stands before what is repeated; write `\\*` for the character";
        case RE2::ErrorRepeatSize:
            return "repetitions must ascend and be at most 1,000, those inside of others "
                   "multiplied";
        case RE2::ErrorRepeatOp:
            return "a repetition cannot be repeated; use ( )";
        case RE2::ErrorBadPerlOp:
            return "this kind of group is not known; there is no look-around";
        case RE2::ErrorBadUTF8:
            return "it is not UTF-8";
        case RE2::ErrorBadNamedCapture:
            return "this is no name of a group";
        default:
            return "it cannot be compiled";
    }
}

// "at character 2, `)`" for the part that RE2 points at; empty where it is all or none of it.
std::string placeOfPart(std::string_view expression, std::string_view part) {
    const std::size_t at = expression.find(part);
    if (part.empty() || part == expression || at == std::string_view::npos) {
        return {};
    }
    const std::string quoted = "`" + std::string(part) + "`";
    if (expression.find(part, at + 1) != std::string_view::npos) {
        return " at " + quoted;
    }
    const auto before = expression.substr(0, at);
    const auto characters = std::count_if(before.begin(), before.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    });
    return " at character " + std::to_string(characters + 1) + ", " + quoted;
}

}  // namespace

TextPattern TextPattern::substring(std::string_view text) {
    TextPattern pattern;
    pattern.m_lower.resize(text.size());
    std::transform(text.begin(), text.end(), pattern.m_lower.begin(), lowerAscii);
    return pattern;
}

Result<TextPattern> TextPattern::regex(std::string_view expression) {
    if (expression.size() > kMaxExpressionBytes) {
        return fail(ErrorCode::TooLarge,
                    "the regular expression is too long: expected at most 1,000 bytes");
    }
    const auto regex = std::make_shared<const RE2>(
        re2::StringPiece(expression.data(), expression.size()), regexOptions());
    if (regex->error_code() == RE2::ErrorPatternTooLarge) {
        return fail(ErrorCode::TooLarge,
                    "the regular expression is too large when its repetitions are written out: "
                    "use fewer of them");
    }
    if (!regex->ok()) {
        return fail(ErrorCode::BadArgument, "the regular expression is wrong" +
                                                placeOfPart(expression, regex->error_arg()) + ": " +
                                                std::string(regexProblem(regex->error_code())));
    }
    TextPattern pattern;
    pattern.m_regex = regex;
    return pattern;
}

bool TextPattern::matches(std::string_view text) const {
    if (m_regex) {
        return m_regex->Match({text.data(), text.size()}, 0, text.size(), RE2::UNANCHORED, nullptr,
                              0);
    }
    return m_lower.empty() || std::search(text.begin(), text.end(), m_lower.begin(), m_lower.end(),
                                          [](char inText, char inPart) {
                                              return lowerAscii(inText) == inPart;
                                          }) != text.end();
}

}  // namespace gaplight
