// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_details.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/result.h"
#include "core/formats/sqlite/row_scan.h"

namespace gaplight {
namespace {

std::string_view fileName(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

}  // namespace

std::string frameName(std::string_view symbol, std::string_view module, bool isUnresolved) {
    if (!isUnresolved && !symbol.empty() && !symbol.starts_with("0x")) {
        return std::string(symbol);
    }
    const std::string_view file = fileName(module);
    if (file.empty()) {
        return "[Unknown]";
    }
    return file.starts_with('[') ? std::string(file) : fmt::format("[{}]", file);
}

std::string frameText(std::string_view symbol, std::string_view module) {
    return fmt::format("{}!{}", fileName(module), symbol);
}

namespace {

constexpr int kMaxFrames = 1'024;

// The table of a row's call chain, and the column with its id; empty where rows have none.
struct ChainReference {
    std::string_view table;
    std::string_view column;
};

ChainReference chainOf(std::string_view table) {
    if (table == "CUPTI_ACTIVITY_KIND_RUNTIME" || table == "CUPTI_ACTIVITY_KIND_DRIVER") {
        return {"CUDA_CALLCHAINS", "callchainId"};
    }
    if (table == "OSRT_API") {
        return {"OSRT_CALLCHAINS", "callchainId"};
    }
    return table == "SAMPLING_CALLCHAINS" ? ChainReference{table, "id"} : ChainReference{};
}

bool hasColumns(const Database& database, std::string_view table,
                std::initializer_list<std::string_view> columns) {
    const Database::Table* found = database.findTable(table);
    return found != nullptr &&
           std::all_of(columns.begin(), columns.end(), [&](std::string_view column) {
               return std::find(found->columns.begin(), found->columns.end(), column) !=
                      found->columns.end();
           });
}

}  // namespace

NsightDetails::NsightDetails(std::shared_ptr<const Database> database, TableRows rows,
                             std::shared_ptr<const NsightNames> names)
    : m_database(std::move(database)),
      m_names(std::move(names)),
      m_columns(m_database, std::move(rows),
                [text = m_names](std::string_view /*table*/, std::string_view column,
                                 std::int64_t value) {
                    const bool isText = column == "nameId" || column == "textId" ||
                                        column.ends_with("Name") || column == "jsonTextId" ||
                                        column == "symbol" || column == "module";
                    return isText ? std::string(text->text(value)) : std::string();
                }) {}

Result<std::string> NsightDetails::stackOf(std::string_view table, std::int64_t id) const {
    if (!hasColumns(*m_database, table, {"id", "symbol", "module", "stackDepth"})) {
        return std::string();
    }
    Result<DatabaseQuery> frames = m_database->query(
        fmt::format("SELECT symbol, module FROM {} WHERE id = ?1 ORDER BY stackDepth LIMIT {}",
                    quotedName(table), kMaxFrames));
    if (!frames) {
        return fail(ErrorCode::NotReadable, frames.error().message);
    }
    frames->bind(1, id);
    std::string stack;
    Result<void> read = forEachResult(*std::move(frames), [&](const DatabaseQuery& row) {
        stack += stack.empty() ? "" : ";";
        stack += frameText(m_names->text(row.integer(0).value_or(-1)),
                           m_names->text(row.integer(1).value_or(-1)));
    });
    if (!read) {
        return fail(ErrorCode::NotReadable, read.error().message);
    }
    return stack;
}

Result<std::string> NsightDetails::callStack(EventId event) const {
    const std::optional<TableRows::Row> row = m_columns.rowOf(event);
    const ChainReference chain = row ? chainOf(row->table) : ChainReference{};
    if (chain.table.empty() || !hasColumns(*m_database, row->table, {chain.column})) {
        return std::string();
    }
    Result<DatabaseQuery> query = m_database->query(fmt::format(
        "SELECT {} FROM {} WHERE rowid = ?1", quotedName(chain.column), quotedName(row->table)));
    if (!query) {
        return fail(ErrorCode::NotReadable, query.error().message);
    }
    query->bind(1, row->rowid);
    const Result<bool> found = query->next();
    if (!found) {
        return fail(ErrorCode::NotReadable, found.error().message);
    }
    const std::optional<std::int64_t> id = *found ? query->integer(0) : std::nullopt;
    return id ? stackOf(chain.table, *id) : std::string();
}

Result<std::vector<Arg>> NsightDetails::args(EventId event) const {
    Result<std::vector<Arg>> args = m_columns.args(event);
    if (args) {
        std::string stack = TRY(callStack(event));
        if (!stack.empty()) {
            args->push_back({"Call stack", std::move(stack)});
        }
    }
    return args;
}

Result<std::string> NsightDetails::field(EventId event, DetailField field) const {
    return field == DetailField::CallStack ? callStack(event) : std::string();
}

}  // namespace gaplight
