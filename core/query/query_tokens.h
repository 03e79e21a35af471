// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace gaplight {

// A word, a text or name in quotation marks, a comment, or one other character. What is not closed
// reaches to the end.
struct QueryToken {
    std::string_view text;
    std::size_t offset = 0;  // bytes
    bool isWord = false;

    bool isComment() const { return text.starts_with("--") || text.starts_with("/*"); }
};

// Without spaces. O(length).
[[nodiscard]] std::vector<QueryToken> queryTokens(std::string_view sql, bool withComments = false);

// The words of SQLite's SELECT, in upper case; those that are written most first.
[[nodiscard]] std::span<const std::string_view> queryKeywords();
[[nodiscard]] bool isQueryKeyword(std::string_view word);

}  // namespace gaplight
