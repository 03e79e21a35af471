// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/query/query.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <sqlite3.h>

#include "core/base/close_names.h"
#include "core/base/exhaustion.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/query/query_errors.h"
#include "core/query/query_table.h"
#include "core/query/virtual_table.h"

namespace gaplight {

QueryWork::QueryWork(const QueryLimits& limits)
    : m_limits(limits),
      m_last(std::chrono::steady_clock::now() + limits.maxTime),
      m_bytesBefore(sqlite3_memory_used()) {}

bool QueryWork::mustEnd() {
    if (m_end == End::None) {
        const std::int64_t used = sqlite3_memory_used() - m_bytesBefore;
        m_end = m_limits.stop.stop_requested()               ? End::Stopped
                : std::chrono::steady_clock::now() >= m_last ? End::OutOfTime
                : std::cmp_greater(used, m_limits.maxBytes)  ? End::OutOfMemory
                                                             : End::None;
    }
    return m_end != End::None;
}

namespace {

// Instructions of SQLite's machine between two checks: some microseconds, but for one that sorts or
// that searches in long texts.
constexpr int kInstructionsPerCheck = 200;
// Bounds what one function call can take: instr() of two such texts takes seconds.
constexpr int kMaxValueBytes = 1'000'000;

struct CloseConnection {
    void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
};
struct FinalizeStatement {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Connection = std::unique_ptr<sqlite3, CloseConnection>;
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

// Names of tables and functions that show or reach more than the trace.
bool isForeign(std::string_view name) {
    constexpr std::array<std::string_view, 9> kBeginnings{"pragma_",  "sqlite_",     "dbstat",
                                                          "bytecode", "tables_used", "load_ext",
                                                          "fts",      "rtree",       "geopoly"};
    std::string lower(name);
    std::ranges::transform(lower, lower.begin(), lowerAscii);
    return std::ranges::any_of(
        kBeginnings, [&](std::string_view beginning) { return lower.starts_with(beginning); });
}

// The schema of an empty database. SQLite reads and updates it where it reads the declaration of a
// virtual table; statements that name it are refused before (checkStatement).
bool isSchema(const char* table) {
    return table != nullptr && table == std::string_view("sqlite_master");
}

// `read`: gets the tables that the statement reads.
int allowReading(void* read, int action, const char* first, const char* second,
                 const char* /*database*/, const char* /*trigger*/) {
    switch (action) {
        case SQLITE_SELECT:
        case SQLITE_RECURSIVE:
            return SQLITE_OK;
        case SQLITE_READ: {
            const std::string_view table = first == nullptr ? "" : first;
            if (const QueryTable* known = findQueryTable(table)) {
                static_cast<std::set<const QueryTable*>*>(read)->insert(known);
            }
            return isForeign(table) && !isSchema(first) ? SQLITE_DENY : SQLITE_OK;
        }
        case SQLITE_UPDATE:
            return isSchema(first) ? SQLITE_OK : SQLITE_DENY;
        case SQLITE_FUNCTION:
            return isForeign(second == nullptr ? "" : second) ? SQLITE_DENY : SQLITE_OK;
        default:
            return SQLITE_DENY;
    }
}

void setLimits(sqlite3* connection) {
    constexpr std::array<std::array<int, 2>, 9> kLimits{{
        {SQLITE_LIMIT_LENGTH, kMaxValueBytes},
        {SQLITE_LIMIT_SQL_LENGTH, 1'000'000},
        {SQLITE_LIMIT_COLUMN, 1'000},
        {SQLITE_LIMIT_EXPR_DEPTH, 500},
        {SQLITE_LIMIT_COMPOUND_SELECT, 200},
        {SQLITE_LIMIT_ATTACHED, 0},
        {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1'000},
        {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
        {SQLITE_LIMIT_WORKER_THREADS, 0},
    }};
    for (const auto& [limit, value] : kLimits) {
        sqlite3_limit(connection, limit, value);
    }
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
}

// One run of one statement.
class QueryRun {
public:
    QueryRun(const QueryData& data, std::string_view sql, const QueryLimits& limits,
             std::span<const QueryParameter> parameters)
        : m_data(data), m_sql(sql), m_limits(limits), m_parameters(parameters), m_work(limits) {}

    Result<QueryResult> run();

private:
    int connect();
    Result<void> bind(sqlite3_stmt* statement);
    Result<QueryResult> readRows(sqlite3_stmt* statement);
    QueryCell cellOf(sqlite3_stmt* statement, int column);
    Error errorOf(int code) const;

    const QueryData& m_data;
    std::string_view m_sql;
    const QueryLimits& m_limits;
    std::span<const QueryParameter> m_parameters;
    QueryWork m_work;
    std::set<const QueryTable*> m_tables;
    Connection m_connection;
    std::size_t m_resultBytes = 0;
};

// An empty database in memory, whose sorts are in memory too: no file is opened.
int QueryRun::connect() {
    sqlite3* connection = nullptr;
    constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
    int code = sqlite3_open_v2(":memory:", &connection, kFlags, nullptr);
    m_connection.reset(connection);
    if (code == SQLITE_OK) {
        code = sqlite3_exec(connection, "PRAGMA temp_store = MEMORY", nullptr, nullptr, nullptr);
    }
    if (code == SQLITE_OK) {
        code = addVirtualTables(connection, m_data, m_work);
    }
    if (code == SQLITE_OK) {
        code = addQueryFunctions(connection, m_data, m_work);
    }
    if (code == SQLITE_OK) {
        setLimits(connection);
        sqlite3_set_authorizer(connection, allowReading, &m_tables);
        sqlite3_progress_handler(
            connection, kInstructionsPerCheck,
            [](void* work) { return static_cast<QueryWork*>(work)->mustEnd() ? 1 : 0; }, &m_work);
    }
    return code;
}

Error QueryRun::errorOf(int code) const {
    const auto tooLarge = [](std::string message) {
        return Error{ErrorCode::TooLarge, std::move(message), std::nullopt};
    };
    switch (m_work.end()) {
        case QueryWork::End::Stopped:
            return {ErrorCode::Cancelled, "the query was stopped", std::nullopt};
        case QueryWork::End::OutOfTime:
            return tooLarge(
                fmt::format("the query takes longer than {}: narrow it by id, track_id, name or ts",
                            durationText(std::chrono::duration_cast<Duration>(m_limits.maxTime))));
        case QueryWork::End::OutOfMemory:
            return tooLarge(
                fmt::format("the query needs more than {}: narrow it, sort fewer rows, "
                            "or use LIMIT",
                            bytesText(m_limits.maxBytes)));
        case QueryWork::End::None:
            break;
    }
    constexpr int kPrimary = 0xff;
    if ((code & kPrimary) == SQLITE_NOMEM) {
        continueAsBadAlloc();
    }
    if (!m_work.tableError.empty()) {
        return {ErrorCode::NotReadable, m_work.tableError, std::nullopt};
    }
    if ((code & kPrimary) == SQLITE_TOOBIG) {
        return tooLarge("a value of the query has more than 1 MB: shorten it with substr()");
    }
    return statementError(m_sql, sqlite3_errmsg(m_connection.get()),
                          sqlite3_error_offset(m_connection.get()));
}

QueryCell QueryRun::cellOf(sqlite3_stmt* statement, int column) {
    m_resultBytes += sizeof(QueryCell);
    switch (sqlite3_column_type(statement, column)) {
        case SQLITE_INTEGER:
            return std::int64_t{sqlite3_column_int64(statement, column)};
        case SQLITE_FLOAT:
            return sqlite3_column_double(statement, column);
        case SQLITE_NULL:
            return {};
        case SQLITE_BLOB:
            return countText(static_cast<std::uint64_t>(sqlite3_column_bytes(statement, column)),
                             "byte", "bytes");
        default:
            break;
    }
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
    const auto length = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
    if (text == nullptr) {
        continueAsBadAlloc();
    }
    m_resultBytes += length;
    return std::string(text, length);
}

// The column that a result's one shows; nulls: another expression.
struct DeclaredColumn {
    const QueryTable* table = nullptr;
    const QueryColumn* column = nullptr;

    bool isSlice() const {
        return column != nullptr && table->slice != nullptr && column->key == QueryKey::Row;
    }
};
DeclaredColumn declaredColumn(sqlite3_stmt* statement, int column) {
    const char* table = sqlite3_column_table_name(statement, column);
    const char* origin = sqlite3_column_origin_name(statement, column);
    const QueryTable* declared =
        table == nullptr || origin == nullptr ? nullptr : findQueryTable(table);
    return {declared, declared == nullptr ? nullptr : findQueryColumn(*declared, origin)};
}

// Names are keys of JSON and of Python: a second "name" becomes "name:2".
std::string distinctName(const QueryResult& result, std::string name) {
    const auto isTaken = [&](const std::string& wanted) {
        return std::ranges::find(result.columns, wanted, &QueryResultColumn::name) !=
               result.columns.end();
    };
    std::string distinct = name;
    for (std::size_t number = 2; isTaken(distinct); ++number) {
        distinct = fmt::format("{}:{}", name, number);
    }
    return distinct;
}

Unit unitOfCells(const std::vector<QueryCell>& cells) {
    Unit unit = Unit::Number;
    for (const QueryCell& cell : cells) {
        if (std::holds_alternative<std::string>(cell)) {
            return Unit::Code;
        }
        if (std::holds_alternative<double>(cell)) {
            unit = Unit::Figure;
        }
    }
    return unit;
}

Result<QueryResult> QueryRun::readRows(sqlite3_stmt* statement) {
    QueryResult result;
    const int columns = sqlite3_column_count(statement);
    std::vector<DeclaredColumn> declared;
    for (int column = 0; column < columns; ++column) {
        const char* name = sqlite3_column_name(statement, column);
        result.columns.push_back(
            {distinctName(result, validUtf8(name == nullptr ? "" : name)), Unit::Code, {}, false});
        declared.push_back(declaredColumn(statement, column));
    }
    int code = sqlite3_step(statement);
    for (; code == SQLITE_ROW; code = sqlite3_step(statement)) {
        if (result.rowCount() >= m_limits.maxRows) {
            result.isCut = true;
            break;
        }
        for (int column = 0; column < columns; ++column) {
            result.columns[static_cast<std::size_t>(column)].cells.push_back(
                cellOf(statement, column));
        }
        if (m_resultBytes > m_limits.maxBytes) {
            return fail(ErrorCode::TooLarge,
                        fmt::format("the result takes more than {}: select fewer rows or columns",
                                    bytesText(m_limits.maxBytes)));
        }
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        return tl::unexpected(errorOf(code));
    }
    for (std::size_t column = 0; column < result.columns.size(); ++column) {
        QueryResultColumn& one = result.columns[column];
        const QueryColumn* shown = declared[column].column;
        one.unit = shown != nullptr ? shown->unit : unitOfCells(one.cells);
        one.isSlice = declared[column].isSlice();
    }
    result.isOfFindings = std::ranges::any_of(m_tables, &QueryTable::isOfFindings);
    result.isOfRanks = !m_tables.empty() && std::ranges::all_of(m_tables, &QueryTable::isOfRanks);
    return result;
}

// Sets the value of each ":name". Errors: BadArgument for one that has none.
Result<void> QueryRun::bind(sqlite3_stmt* statement) {
    std::vector<std::string> known;
    for (const QueryParameter& parameter : m_parameters) {
        known.push_back(fmt::format(":{}", parameter.name));
    }
    for (int at = 1; at <= sqlite3_bind_parameter_count(statement); ++at) {
        const char* text = sqlite3_bind_parameter_name(statement, at);
        const std::string name = text == nullptr ? "?" : text;
        const auto found = std::ranges::find(known, name);
        if (found == known.end()) {
            return fail(ErrorCode::BadArgument, fmt::format("there is no value for '{}'; {}", name,
                                                            closeNamesText(name, known)));
        }
        const QueryCell& value =
            m_parameters[static_cast<std::size_t>(found - known.begin())].value;
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            sqlite3_bind_int64(statement, at, *number);
        } else if (const auto* real = std::get_if<double>(&value)) {
            sqlite3_bind_double(statement, at, *real);
        }
    }
    return {};
}

Result<QueryResult> QueryRun::run() {
    TRY(checkStatement(m_sql));
    if (const int code = connect(); code != SQLITE_OK) {
        return tl::unexpected(errorOf(code));
    }
    if (!std::in_range<int>(m_sql.size())) {
        return fail(ErrorCode::TooLarge, "the query has more than 1 MB of text");
    }
    sqlite3_stmt* prepared = nullptr;
    const int code = sqlite3_prepare_v2(m_connection.get(), m_sql.data(),
                                        static_cast<int>(m_sql.size()), &prepared, nullptr);
    const Statement statement(prepared);
    if (code != SQLITE_OK) {
        return tl::unexpected(errorOf(code));
    }
    if (sqlite3_stmt_readonly(prepared) == 0) {
        return fail(ErrorCode::BadArgument, "the statement writes: a query only reads");
    }
    if (prepared == nullptr) {
        return fail(ErrorCode::BadArgument, "the query is empty: expected a SELECT");
    }
    TRY(bind(prepared));
    return readRows(prepared);
}

}  // namespace

Result<QueryResult> runQuery(const QueryData& data, std::string_view sql, const QueryLimits& limits,
                             std::span<const QueryParameter> parameters) {
    return failOnExhaustion("the query",
                            [&] { return QueryRun(data, sql, limits, parameters).run(); });
}

}  // namespace gaplight
