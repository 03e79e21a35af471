// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/sqlite/database.h"
#include "core/trace/event_details.h"
#include "core/trace/ids.h"

namespace gaplight {

// Numbers the rows of some tables, one table after the other: EventId = first number of the table +
// rowid.
class TableRows {
public:
    struct Row {
        std::string_view table;
        std::int64_t rowid = 0;
    };

    // Larger rowids have no number, so that one table cannot use up those of all others.
    static constexpr std::uint64_t kMaxRows = std::uint64_t{1} << 34U;

    // The next table, whose rowids are 0 to `maxRowid`. Gives its index.
    std::size_t add(std::string table, std::int64_t maxRowid);
    // Empty for a rowid that is negative or has no number.
    [[nodiscard]] std::optional<EventId> eventOf(std::size_t table, std::int64_t rowid) const;
    [[nodiscard]] std::optional<Row> rowOf(EventId event) const;
    [[nodiscard]] std::uint64_t count() const { return m_next; }

private:
    struct Range {
        std::string table;
        std::uint64_t first = 0;
        std::uint64_t size = 0;
    };
    std::vector<Range> m_ranges;
    std::uint64_t m_next = 0;
};

// The args of an event are the columns of its row that are not null.
class TableDetails final : public EventDetails {
public:
    // The text of an integer in a column that refers to another table; empty: shown as it is.
    using Reference = std::function<std::string(std::string_view column, std::int64_t value)>;

    TableDetails(std::shared_ptr<const Database> database, TableRows rows, Reference reference)
        : m_database(std::move(database)),
          m_rows(std::move(rows)),
          m_reference(std::move(reference)) {}

    [[nodiscard]] Result<std::vector<Arg>> args(EventId event) const override;

private:
    std::shared_ptr<const Database> m_database;
    TableRows m_rows;
    Reference m_reference;
};

}  // namespace gaplight
