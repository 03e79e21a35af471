// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocm/rocpd_sqlite.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/rocm/rocpd_names.h"
#include "core/formats/rocm/rocpd_tables.h"
#include "core/formats/sqlite/row_queries.h"
#include "core/formats/sqlite/table_cutter.h"
#include "core/formats/sqlite/table_details.h"
#include "core/formats/sqlite/table_reader.h"

namespace gaplight {
namespace {

constexpr std::string_view kProcessTable = "rocpd_info_process";
// Tables whose rows are read, but are no events.
constexpr std::array<std::string_view, 9> kReferences{
    "rocpd_string",      "rocpd_event",      "rocpd_track",
    "rocpd_metadata",    "rocpd_info_node",  "rocpd_info_process",
    "rocpd_info_thread", "rocpd_info_agent", "rocpd_info_kernel_symbol"};

// The ending of a table's name that is that of its set.
std::string_view suffixOf(std::string_view table, const RocpdNames& names) {
    for (const RocpdSet& set : names.sets()) {
        if (!set.suffix.empty() && table.ends_with(set.suffix)) {
            return set.suffix;
        }
    }
    return {};
}

struct ColumnTarget {
    std::string_view column;
    std::string_view table;
    std::string_view text;
};
constexpr std::array<ColumnTarget, 7> kTargets{{
    {"name_id", "rocpd_string", "string"},
    {"region_name_id", "rocpd_string", "string"},
    {"kernel_id", "rocpd_info_kernel_symbol", "display_name"},
    {"stream_id", "rocpd_info_stream", "name"},
    {"queue_id", "rocpd_info_queue", "name"},
    {"dst_agent_id", "rocpd_info_agent", "name"},
    {"src_agent_id", "rocpd_info_agent", "name"},
}};

std::string textOfColumn(const Database& database, const RocpdNames& names, std::string_view table,
                         std::string_view column, std::int64_t value) {
    const auto* target = std::find_if(kTargets.begin(), kTargets.end(),
                                      [&](const auto& one) { return one.column == column; });
    if (target == kTargets.end()) {
        return {};
    }
    Result<DatabaseQuery> row = database.query(
        "SELECT " + quotedName(target->text) + " FROM " +
        quotedName(std::string(target->table) + std::string(suffixOf(table, names))) +
        " WHERE rowid = ?1");
    if (!row) {
        return {};
    }
    row->bind(1, value);
    return row->next().value_or(false) ? std::string(row->text(0)) : std::string();
}

// Names of all tables that are read, as events or not.
std::vector<std::string> tablesUsed(const RocpdNames& names, std::span<const EventTable> tables) {
    std::vector<std::string> used;
    for (const EventTable& table : tables) {
        used.push_back(table.name);
    }
    for (const RocpdSet& set : names.sets()) {
        for (const std::string_view table : kReferences) {
            used.push_back(set.table(table));
        }
        used.push_back(set.table("rocpd_info_category"));
        used.push_back(set.table("rocpd_info_stream"));
        used.push_back(set.table("rocpd_info_queue"));
    }
    return used;
}

}  // namespace

bool isRocpdDatabase(const Database& database) {
    return std::any_of(database.tables().begin(), database.tables().end(), [&](const auto& table) {
        return table.name.starts_with(kProcessTable) &&
               database.findTable("rocpd_event" + table.name.substr(kProcessTable.size())) !=
                   nullptr;
    });
}

Result<OpenedTrace> readRocpd(std::shared_ptr<const Database> database, ByteSource& source,
                              TraceBuilder& builder, const ReadOptions& options) {
    Result<RocpdNames> read = RocpdNames::read(*database);
    if (!read) {
        return tl::unexpected(std::move(read.error()));
    }
    const auto names = std::make_shared<const RocpdNames>(*std::move(read));
    RocpdBatch batch(*names);
    const std::vector<EventTable> tables = rocpdTables(*database, batch);
    TableReader reader(*database, batch, builder, options);
    Result<OpenedTrace> opened = reader.read("rocpd", tables, source.totalBytes());
    if (!opened) {
        return opened;
    }
    TraceFacts& facts = opened->result.facts;
    facts.devices = names->gpus();
    facts.host = names->host();
    facts.metadata.emplace_back("producer", R"("ROCm rocpd")");
    facts.metadata.insert(facts.metadata.end(), names->metadata().begin(), names->metadata().end());
    const std::vector<std::string> used = tablesUsed(*names, tables);
    const std::vector<std::string_view> usedNames(used.begin(), used.end());
    facts.metadata.emplace_back("rows read",
                                countRows(*database, namesOf(tables), reader.rowCounts()));
    facts.metadata.emplace_back("rows not read", countOtherRows(*database, usedNames));
    if (batch.sampleCount() > 0) {
        facts.metadata.emplace_back("samples not read", std::to_string(batch.sampleCount()));
    }
    const TableRows rows = reader.takeRows();
    opened->cutter = std::make_shared<const TableCutter>(
        database, rows, TableCutter::Tables{cutTablesOf(tables), {}});
    opened->details = std::make_shared<const TableDetails>(
        database, rows,
        [database, names](std::string_view table, std::string_view column, std::int64_t value) {
            return textOfColumn(*database, *names, table, column, value);
        });
    return opened;
}

}  // namespace gaplight
