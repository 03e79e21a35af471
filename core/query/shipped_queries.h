// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace gaplight {

// A query as a file: two comments, then the statement.
//
//     -- Kernels by total time
//     -- One row for each kernel: …
//     SELECT …
struct NamedQuery {
    std::string title;
    std::string description;  // empty: none
    std::string sql;          // the whole text
};

// The title is the first line's comment; empty where the text begins with anything else.
[[nodiscard]] NamedQuery readNamedQuery(std::string_view text);

// The queries of resources/queries, by title. They run on every trace.
[[nodiscard]] std::span<const NamedQuery> shippedQueries();

}  // namespace gaplight
