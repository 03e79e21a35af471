// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/random_access_vfs.h"

struct sqlite3;
struct sqlite3_stmt;

namespace gaplight {

// A database that is written: tables of another one, with some of their rows, in a temporary file
// that has no name. One thread. Memory that SQLite is refused is thrown as std::bad_alloc.
class CutDatabase {
public:
    // Errors: WriteFailed (also below).
    [[nodiscard]] static Result<std::unique_ptr<CutDatabase>> create();
    ~CutDatabase();
    CutDatabase(const CutDatabase&) = delete;
    CutDatabase& operator=(const CutDatabase&) = delete;

    // Creates what a statement of another database's schema creates: a table, an index or a view,
    // and nothing else; one that would do more, or makes no sense, is left out.
    [[nodiscard]] Result<void> addSchema(std::string_view sql);
    // Creates a table with these columns, without types and constraints, if it is not there yet.
    // Tables without columns are left out: their schema is damaged.
    [[nodiscard]] Result<void> addPlainTable(const Database::Table& table);

    // The next rows are of this table.
    [[nodiscard]] Result<void> beginRows(const Database::Table& table);
    // Adds the row of a query whose column `first` is the rowid and whose next columns are those
    // of the table; `replaced(column)` gives another value for one, where it has one. Gives false
    // for a row that violates a constraint of the table.
    using Replacement = std::function<std::optional<std::int64_t>(std::size_t column)>;
    [[nodiscard]] Result<bool> addRow(const DatabaseQuery& row, int first,
                                      const Replacement& replaced);
    [[nodiscard]] Result<void> endRows();

    // All bytes of the database, once.
    [[nodiscard]] Result<void> finish(
        const std::function<Result<void>(std::string_view bytes)>& write);

private:
    CutDatabase() = default;
    [[nodiscard]] Result<void> execute(const std::string& sql);
    Error error() const;

    TemporaryVfs m_files;
    sqlite3* m_handle = nullptr;
    sqlite3_stmt* m_insert = nullptr;
    std::size_t m_columns = 0;
};

}  // namespace gaplight
