// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/query/shipped_queries.h"

#include <algorithm>

namespace gaplight {
namespace {

// The text of a comment line at the beginning, which is removed; empty: there is none.
std::string_view takeComment(std::string_view& text) {
    if (!text.starts_with("--")) {
        return {};
    }
    std::string_view line = text.substr(2, text.find('\n') - 2);
    text.remove_prefix(std::min(text.size(), line.size() + 3));
    constexpr std::string_view kSpaces = " \t\r";
    line.remove_prefix(std::min(line.size(), line.find_first_not_of(kSpaces)));
    return line.substr(0, line.find_last_not_of(kSpaces) + 1);
}

}  // namespace

NamedQuery readNamedQuery(std::string_view text) {
    std::string_view rest = text;
    NamedQuery query;
    query.title = takeComment(rest);
    query.description = takeComment(rest);
    query.sql = text;
    return query;
}

}  // namespace gaplight
