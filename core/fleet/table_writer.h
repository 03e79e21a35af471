// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"

struct sqlite3;

namespace gaplight {

// Makes a SQLite database in memory. The same tables and rows give the same bytes. The first error
// is kept and given by take().
class TableWriter {
public:
    using Value = std::variant<std::monostate, std::int64_t, std::string_view>;

    TableWriter();
    ~TableWriter();
    TableWriter(const TableWriter&) = delete;
    TableWriter& operator=(const TableWriter&) = delete;

    // `columns`: as in CREATE TABLE. add() adds rows to the last one. A table without rows is not
    // created.
    void beginTable(const std::string& name, const std::string& columns);
    // As many values as the table has columns.
    void add(const std::vector<Value>& row);

    // The file. Errors: WriteFailed (no memory).
    [[nodiscard]] Result<std::string> take();

private:
    struct Closer {
        void operator()(sqlite3* database) const;
    };

    void run(const std::string& sql);
    void createTable();
    void finishTable();
    void noteFailure(int code);

    std::unique_ptr<sqlite3, Closer> m_database;
    std::string m_name;  // of the last table
    std::string m_columns;
    void* m_insertion = nullptr;  // sqlite3_stmt of it; null: it has no row
    std::string m_failure;
};

}  // namespace gaplight
