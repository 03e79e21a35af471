// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/trace.h"

namespace gaplight {

enum class CompletionKind : std::uint8_t { Keyword, Table, Column, Function, Name };

struct QueryCompletion {
    std::string text;  // that replaces what is typed
    CompletionKind kind = CompletionKind::Keyword;
    std::string detail;  // of a column its type and meaning; of a name how often it occurs
};

// What may stand at a place of a statement.
struct QueryCompletions {
    std::size_t from = 0;  // bytes [from, to) of the statement are replaced
    std::size_t to = 0;
    std::vector<QueryCompletion> items;  // at most kMaxCompletions, the best first
};
inline constexpr std::size_t kMaxCompletions = 60;

// The names of slices of a trace, those of most slices first. Immutable.
class TraceNames {
public:
    TraceNames() = default;
    // O(slices).
    explicit TraceNames(const Trace& trace);

    struct Name {
        std::string text;
        std::size_t count = 0;
    };
    const std::vector<Name>& slices() const { return m_slices; }
    const std::vector<Name>& kernels() const { return m_kernels; }  // short names
    const std::vector<Name>& categories() const { return m_categories; }
    const std::vector<Name>& tracks() const { return m_tracks; }

private:
    std::vector<Name> m_slices;
    std::vector<Name> m_kernels;
    std::vector<Name> m_categories;
    std::vector<Name> m_tracks;
};

// At byte `cursor`: after a point the columns of the table or alias before it; inside a text in
// quotation marks the names that the compared column can have; after FROM and JOIN tables; else
// columns of the statement's tables (of all, where it names none), functions, keywords and tables.
// Those that begin with what is typed come before those that contain it. `isAsked`: also where
// nothing is typed. O(length + names).
[[nodiscard]] QueryCompletions completeQuery(std::string_view sql, std::size_t cursor,
                                             const TraceNames& names, bool isAsked);

}  // namespace gaplight
