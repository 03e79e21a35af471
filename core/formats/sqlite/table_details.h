// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/sqlite/database.h"
#include "core/pack/args_listing.h"
#include "core/trace/event_details.h"
#include "core/trace/ids.h"

namespace gaplight {

// Numbers the rows of some tables, one table after the other, and in a table one block of rowids
// after the other: EventId = first number of the block + rowid - first rowid of the block. (Some
// profilers number the rows of their second process from 2^32, those of the third from 2^33.)
class TableRows {
public:
    // First and last rowid of rows that have the same upper 32 bits.
    struct Block {
        std::int64_t first = 0;
        std::int64_t last = 0;
    };
    struct Row {
        std::string_view table;
        std::int64_t rowid = 0;
    };

    // Rows after this many have no number, so that one table cannot use up those of all others.
    static constexpr std::uint64_t kMaxRows = std::uint64_t{1} << 34U;

    // The next table, its blocks ascending. Gives its index.
    std::size_t add(std::string table, std::span<const Block> blocks);
    // Empty for a rowid that has no number.
    std::optional<EventId> eventOf(std::size_t table, std::int64_t rowid) const;
    std::optional<Row> rowOf(EventId event) const;
    std::uint64_t count() const { return m_next; }

private:
    struct Range {
        std::size_t table = 0;
        std::int64_t firstRowid = 0;
        std::uint64_t first = 0;
        std::uint64_t size = 0;  // never 0
    };
    std::vector<std::string> m_tables;
    std::vector<Range> m_ranges;  // by table, in it by rowid; so also by `first`
    std::uint64_t m_next = 0;
};

// The args of an event are the columns of its row that are not null.
class TableDetails final : public EventDetails, public ArgsListing {
public:
    // The text of an integer in a column that refers to another table; empty: shown as it is.
    using Reference = std::function<std::string(std::string_view table, std::string_view column,
                                                std::int64_t value)>;

    TableDetails(std::shared_ptr<const Database> database, TableRows rows, Reference reference)
        : m_database(std::move(database)),
          m_rows(std::move(rows)),
          m_reference(std::move(reference)) {}

    [[nodiscard]] Result<std::vector<Arg>> args(EventId event) const override;
    [[nodiscard]] Result<void> checkUnchanged() const override {
        return m_database->bytes().checkUnchanged();
    }
    // Where the event is; empty for one that is none of these rows.
    std::optional<TableRows::Row> rowOf(EventId event) const { return m_rows.rowOf(event); }

private:
    std::shared_ptr<const Database> m_database;
    TableRows m_rows;
    Reference m_reference;
};

}  // namespace gaplight
