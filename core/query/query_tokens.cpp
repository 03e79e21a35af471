// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_tokens.h"

#include <algorithm>
#include <array>

#include "core/base/printable_text.h"

namespace gaplight {
namespace {

bool isWordCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

// The end of what begins at `at` and is neither word nor space: a comment, a text in quotation
// marks, or one character.
std::size_t endOfOther(std::string_view sql, std::size_t at) {
    const auto after = [&](std::string_view end, std::size_t from) {
        const std::size_t found = sql.find(end, from);
        return found == std::string_view::npos ? sql.size() : found + end.size();
    };
    if (sql.substr(at).starts_with("--")) {
        return after("\n", at);
    }
    if (sql.substr(at).starts_with("/*")) {
        return after("*/", at + 2);
    }
    switch (sql[at]) {
        case '\'':
        case '"':
        case '`':
            return after(sql.substr(at, 1), at + 1);
        case '[':
            return after("]", at);
        default:
            return at + 1;
    }
}

constexpr std::array<std::string_view, 45> kKeywords{
    "SELECT", "FROM",   "WHERE",     "GROUP",  "BY",        "ORDER",  "DESC",   "LIMIT",
    "AND",    "JOIN",   "ON",        "AS",     "LEFT",      "USING",  "OR",     "NOT",
    "IN",     "LIKE",   "BETWEEN",   "IS",     "NULL",      "HAVING", "WITH",   "DISTINCT",
    "CASE",   "WHEN",   "THEN",      "ELSE",   "END",       "ASC",    "OFFSET", "UNION",
    "ALL",    "EXISTS", "GLOB",      "OVER",   "PARTITION", "VALUES", "CAST",   "CROSS",
    "INNER",  "EXCEPT", "INTERSECT", "REGEXP", "EXPLAIN"};

}  // namespace

std::vector<QueryToken> queryTokens(std::string_view sql, bool withComments) {
    constexpr std::string_view kSpaces = " \t\r\n\f";
    std::vector<QueryToken> tokens;
    std::size_t at = 0;
    while (at < sql.size()) {
        std::size_t end = at;
        while (end < sql.size() && isWordCharacter(sql[end])) {
            ++end;
        }
        const bool isWord = end > at;
        if (!isWord) {
            end = endOfOther(sql, at);
        }
        const QueryToken token{sql.substr(at, end - at), at, isWord};
        if ((withComments || !token.isComment()) &&
            kSpaces.find(token.text.front()) == std::string_view::npos) {
            tokens.push_back(token);
        }
        at = end;
    }
    return tokens;
}

std::span<const std::string_view> queryKeywords() {
    return kKeywords;
}

bool isQueryKeyword(std::string_view word) {
    return std::ranges::any_of(kKeywords, [&](std::string_view keyword) {
        return std::ranges::equal(word, keyword, {}, lowerAscii, lowerAscii);
    });
}

}  // namespace gaplight
