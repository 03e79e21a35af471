// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocm/rpd_sqlite.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/formats/metadata_json.h"
#include "core/formats/rocm/rpd_launches.h"
#include "core/formats/rocm/rpd_tables.h"
#include "core/formats/sqlite/row_queries.h"
#include "core/formats/sqlite/table_cutter.h"
#include "core/formats/sqlite/table_details.h"
#include "core/formats/sqlite/table_reader.h"

namespace gaplight {
namespace {

// Tables whose rows are read, but are no events.
constexpr std::array<std::string_view, 6> kUsed{"rocpd_string",  "rocpd_ustring",
                                                "rocpd_api_ops", "rocpd_kernelapi",
                                                "rocpd_copyapi", "rocpd_metadata"};

// Process ids by the blocks of rowids in which they number their calls.
void readPids(const Database& database, RpdBatch& batch) {
    for (const TableRows::Block& block : rowBlocks(database, "rocpd_api")) {
        Result<DatabaseQuery> row = database.query(
            "SELECT rowid, pid FROM rocpd_api WHERE rowid >= ?1 ORDER BY rowid LIMIT 1");
        if (row) {
            row->bind(1, block.first);
            if (row->next().value_or(false)) {
                batch.setPid(row->integer(0).value_or(0), row->displayText(1));
            }
        }
    }
}

Result<std::string> schemaOf(const Database& database) {
    constexpr std::array<std::string_view, 2> kColumns{"tag", "value"};
    std::string schema;
    Result<void> read =
        forEachRow(database, "rocpd_metadata", kColumns, [&](const DatabaseQuery& row) {
            schema = row.text(1) == "schema_version" ? row.displayText(2) : schema;
        });
    return read ? Result<std::string>(std::move(schema))
                : Result<std::string>(tl::unexpected(std::move(read.error())));
}

// The text of a column that refers to a table of strings.
std::string stringOf(const Database& database, std::string_view column, std::int64_t id) {
    if (!column.ends_with("_id")) {
        return {};
    }
    const bool isArgs = column == "args_id" && database.findTable("rocpd_ustring") != nullptr;
    Result<DatabaseQuery> row = database.query(
        fmt::format("SELECT string FROM rocpd_{}string WHERE rowid = ?1", isArgs ? "u" : ""));
    if (!row) {
        return {};
    }
    row->bind(1, id);
    return row->next().value_or(false) ? std::string(row->text(0)) : std::string();
}

}  // namespace

bool isRpdDatabase(const Database& database) {
    constexpr std::array<std::string_view, 3> kOwnTables{"rocpd_string", "rocpd_api", "rocpd_op"};
    return std::all_of(kOwnTables.begin(), kOwnTables.end(), [&](std::string_view table) {
        return database.findTable(table) != nullptr;
    });
}

Result<OpenedTrace> readRpd(std::shared_ptr<const Database> database, ByteSource& source,
                            TraceBuilder& builder, const ReadOptions& options) {
    Result<RpdLaunches> launches = RpdLaunches::read(*database);
    if (!launches) {
        return tl::unexpected(std::move(launches.error()));
    }
    const Result<std::string> schema = schemaOf(*database);
    if (!schema) {
        return tl::unexpected(schema.error());
    }
    RpdBatch batch(*std::move(launches));
    readPids(*database, batch);
    const std::vector<EventTable> tables = rpdTables(*database, batch);
    TableReader reader(*database, batch, builder, options);
    Result<OpenedTrace> opened = reader.read("rpd", tables, source.totalBytes());
    if (!opened) {
        return opened;
    }
    TraceFacts& facts = opened->result.facts;
    facts.metadata.emplace_back("producer", R"("rocmProfileData")");
    if (!schema->empty()) {
        facts.metadata.emplace_back("schema", metadataJson(*schema));
    }
    std::vector<std::string_view> used = namesOf(tables);
    facts.metadata.emplace_back("rows read", countRows(*database, used, reader.rowCounts()));
    used.insert(used.end(), kUsed.begin(), kUsed.end());
    facts.metadata.emplace_back("rows not read", countOtherRows(*database, used));
    const TableRows rows = reader.takeRows();
    opened->cutter = std::make_shared<const TableCutter>(
        database, rows,
        TableCutter::Tables{cutTablesOf(tables), {{"rocpd_api_ops", "op_id", "rocpd_op", "id"}}});
    opened->details = std::make_shared<const TableDetails>(
        database, rows,
        [database](std::string_view /*table*/, std::string_view column, std::int64_t value) {
            return stringOf(*database, column, value);
        });
    return opened;
}

}  // namespace gaplight
