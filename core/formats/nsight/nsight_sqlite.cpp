// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_sqlite.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/formats/launcher_rank.h"
#include "core/formats/nsight/nccl_payloads.h"
#include "core/formats/nsight/nsight_details.h"
#include "core/formats/nsight/nsight_names.h"
#include "core/formats/nsight/nsight_tables.h"
#include "core/formats/sqlite/row_scan.h"
#include "core/formats/sqlite/table_reader.h"

namespace gaplight {
namespace {

// Tables whose rows are read with those of others: call chains.
constexpr std::array<std::string_view, 2> kReadOnDemand{"CUDA_CALLCHAINS", "OSRT_CALLCHAINS"};
// Beginnings of the names of tables that describe the target and the capture, and hold no events.
constexpr std::array<std::string_view, 6> kDescriptions{
    "ENUM_", "TARGET_INFO_", "META_DATA_", "EXPORT_META_DATA", "NVTX_PAYLOAD_", "sqlite_"};
constexpr std::array<std::string_view, 8> kNames{
    "StringIds",      "ThreadNames",      "PROCESSES",        "ANALYSIS_FILE",
    "ProcessStreams", "UnwindMethodType", "DIAGNOSTIC_EVENT", "ANALYSIS_DETAILS"};

// The tables of events that are none of `read`.
std::vector<std::string_view> otherTables(const Database& database,
                                          std::span<const std::string_view> read) {
    const auto isIn = [](std::span<const std::string_view> names, std::string_view name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    std::vector<std::string_view> others;
    for (const Database::Table& table : database.tables()) {
        const bool isDescription =
            isIn(kNames, table.name) ||
            std::any_of(kDescriptions.begin(), kDescriptions.end(),
                        [&](std::string_view prefix) { return table.name.starts_with(prefix); });
        if (!isDescription && !isIn(read, table.name)) {
            others.emplace_back(table.name);
        }
    }
    return others;
}

// By the environment of the program that Nsight Systems started.
Result<LauncherRank> readLauncherRank(const Database& database) {
    static constexpr ColumnNames kPair("name", "value");
    LauncherRank rank;
    TRY(forEachRow(database, "META_DATA_CAPTURE", kPair, [&](const DatabaseQuery& row) {
        if (row.text(kPair["name"]) == "PROCESS_0:ENVIRONMENT_VARIABLE") {
            rank.add(row.text(kPair["value"]));
        }
    }));
    return rank;
}

}  // namespace

bool isNsightDatabase(const Database& database) {
    constexpr std::array<std::string_view, 4> kOwnTables{
        "TARGET_INFO_SESSION_START_TIME", "ANALYSIS_DETAILS", "CUPTI_ACTIVITY_KIND_RUNTIME",
        "NVTX_EVENTS"};
    return database.findTable("StringIds") != nullptr &&
           std::any_of(kOwnTables.begin(), kOwnTables.end(), [&](std::string_view table) {
               return database.findTable(table) != nullptr;
           });
}

Result<OpenedTrace> readNsight(std::shared_ptr<const Database> database, ByteSource& source,
                               TraceBuilder& builder, const ReadOptions& options) {
    const auto names = std::make_shared<const NsightNames>(TRY(NsightNames::read(*database)));
    const NcclPayloads payloads = TRY(NcclPayloads::read(*database));
    const LauncherRank launcher = TRY(readLauncherRank(*database));
    NsightBatch batch(*names, payloads);
    std::vector<EventTable> tables = nsightGpuTables(batch);
    std::ranges::move(nsightHostTables(batch), std::back_inserter(tables));
    std::ranges::move(nsightSampleTables(batch), std::back_inserter(tables));
    TableReader reader(*database, batch, builder, options);
    Result<OpenedTrace> opened = reader.read("nsight-sqlite", tables, source.totalBytes());
    if (!opened) {
        return opened;
    }
    TraceFacts& facts = opened->result.facts;
    facts.baseTimeNs = names->epochNs();
    facts.devices = names->gpus();
    if (batch.hasOneGpuProcess()) {
        facts.rank = launcher.rank() ? launcher.rank() : payloads.rank();
        facts.worldSize = launcher.rank() ? launcher.worldSize() : payloads.worldSize();
    }
    facts.metadata = names->metadata();
    std::vector<std::string_view> readTables = namesOf(tables);
    readTables.insert(readTables.end(), kReadOnDemand.begin(), kReadOnDemand.end());
    facts.metadata.emplace_back("rows read", countRows(*database, readTables, reader.rowCounts()));
    facts.metadata.emplace_back("rows not read",
                                countRows(*database, otherTables(*database, readTables)));
    opened->details = std::make_shared<const NsightDetails>(std::move(database), reader.takeRows(),
                                                            std::move(names));
    return opened;
}

}  // namespace gaplight
