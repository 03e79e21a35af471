// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/nesting_limit.h"

#include <algorithm>
#include <string>

namespace gaplight {
namespace {

tl::unexpected<Error> tooDeep() {
    return fail(ErrorCode::BadArgument,
                "it is nested more than " + std::to_string(kMaxNesting) + " deep");
}

// The position after the string that begins with the quote at `at`, or the end of the text.
std::size_t endOfJsonString(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        at += text[at] == '\\' ? 1 : 0;
    }
    return std::min(at + 1, text.size());
}

// The same for TOML 1.0: strings with one quote end with the line, strings with three do not.
std::size_t endOfTomlString(std::string_view text, std::size_t at) {
    const char quote = text[at];
    const std::string three(3, quote);
    const bool isMultiLine = text.substr(at, 3) == three;
    for (at += isMultiLine ? 3 : 1; at < text.size(); ++at) {
        if (text[at] == '\\' && quote == '"') {
            ++at;
        } else if (isMultiLine && text.substr(at, 3) == three) {
            // Up to two more quotes are the end of the content.
            const std::size_t end = std::min(text.find_first_not_of(quote, at), at + 5);
            return std::min(end, text.size());
        } else if (!isMultiLine && (text[at] == quote || text[at] == '\n')) {
            return text[at] == quote ? at + 1 : at;
        }
    }
    return text.size();
}

}  // namespace

Result<void> checkJsonNesting(std::string_view text, std::size_t maxValues) {
    std::size_t depth = 0;
    std::size_t values = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"') {
            at = endOfJsonString(text, at);
            continue;
        }
        const bool isOpening = c == '[' || c == '{';
        depth += isOpening ? 1 : 0;
        depth -= (c == ']' || c == '}') && depth > 0 ? 1 : 0;
        values += isOpening || c == ',' ? 1 : 0;
        if (depth > kMaxNesting) {
            return tooDeep();
        }
        if (values > maxValues) {
            return fail(ErrorCode::BadArgument,
                        "it has more than " + std::to_string(maxValues) + " values");
        }
        ++at;
    }
    return {};
}

Result<void> checkTomlNesting(std::string_view text) {
    std::size_t depth = 0;
    std::size_t dots = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"' || c == '\'') {
            at = endOfTomlString(text, at);
            continue;
        }
        if (c == '#') {
            at = std::min(text.find('\n', at), text.size());
            continue;
        }
        depth += c == '[' || c == '{' ? 1 : 0;
        depth -= (c == ']' || c == '}') && depth > 0 ? 1 : 0;
        dots = c == '\n' ? 0 : dots + (c == '.' ? 1 : 0);
        if (depth > kMaxNesting || dots > kMaxNesting) {
            return tooDeep();
        }
        ++at;
    }
    return {};
}

}  // namespace gaplight
