// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_sqlite.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

#include "core/formats/nsight/nsight_batch.h"
#include "core/formats/nsight/nsight_names.h"
#include "core/formats/nsight/nsight_tables.h"
#include "core/formats/sqlite/row_queries.h"
#include "core/formats/sqlite/table_details.h"
#include "core/formats/sqlite/table_reader.h"

namespace gaplight {
namespace {

// Tables that hold events but are not read: their number of rows is reported.
constexpr std::array<std::string_view, 5> kUnread{
    "SCHED_EVENTS", "COMPOSITE_EVENTS", "SAMPLING_CALLCHAINS", "GPU_METRICS", "OSRT_CALLCHAINS"};

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
    Result<NsightNames> read = NsightNames::read(*database);
    if (!read) {
        return tl::unexpected(std::move(read.error()));
    }
    const auto names = std::make_shared<const NsightNames>(*std::move(read));
    NsightBatch batch(*names);
    std::vector<EventTable> tables = nsightGpuTables(batch);
    std::ranges::move(nsightHostTables(batch), std::back_inserter(tables));
    TableReader reader(*database, batch, builder, options);
    if (Result<void> done = reader.read(tables, source.totalBytes()); !done) {
        return tl::unexpected(std::move(done.error()));
    }
    OpenedTrace opened;
    opened.result.finishedEarly = reader.finishedEarly();
    TraceFacts& facts = opened.result.facts;
    facts.format = "nsight-sqlite";
    facts.events = builder.eventCount();
    facts.baseTimeNs = names->epochNs();
    facts.devices = names->gpus();
    facts.metadata = names->metadata();
    facts.metadata.emplace_back("rows read", countRows(*database, namesOf(tables)));
    facts.metadata.emplace_back("rows not read", countRows(*database, kUnread));
    opened.details = std::make_shared<const TableDetails>(
        std::move(database), reader.takeRows(),
        [names](std::string_view /*table*/, std::string_view column, std::int64_t value) {
            const bool isText = column == "nameId" || column == "textId" ||
                                column.ends_with("Name") || column == "jsonTextId";
            return isText ? std::string(names->text(value)) : std::string();
        });
    return opened;
}

}  // namespace gaplight
