// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nvprof/nvprof_sqlite.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/formats/launcher_rank.h"
#include "core/formats/nvprof/cupti_calls.h"
#include "core/formats/nvprof/nvprof_tables.h"
#include "core/formats/sqlite/row_scan.h"
#include "core/formats/sqlite/table_details.h"
#include "core/formats/sqlite/table_reader.h"

namespace gaplight {
namespace {

// Tables whose rows are read, but are no events.
constexpr std::array<std::string_view, 5> kUsed{
    "StringTable", "Version", "CUPTI_ACTIVITY_KIND_DEVICE", "CUPTI_ACTIVITY_KIND_CONTEXT",
    "CUPTI_ACTIVITY_KIND_NAME"};

}  // namespace

bool isNvprofDatabase(const Database& database) {
    const Database::Table* texts = database.findTable("StringTable");
    return texts != nullptr &&
           std::find(texts->columns.begin(), texts->columns.end(), "_id_") !=
               texts->columns.end() &&
           std::any_of(database.tables().begin(), database.tables().end(), [](const auto& table) {
               return table.name.starts_with("CUPTI_ACTIVITY_KIND_");
           });
}

Result<OpenedTrace> readNvprof(std::shared_ptr<const Database> database, ByteSource& source,
                               TraceBuilder& builder, const ReadOptions& options) {
    const auto names = std::make_shared<NvprofNames>(TRY(NvprofNames::read(*database)));
    NvprofBatch batch(*names);
    const std::vector<EventTable> tables = nvprofTables(batch);
    TableReader reader(*database, batch, builder, options);
    Result<OpenedTrace> opened = reader.read("nvprof", tables, source.totalBytes());
    if (!opened) {
        return opened;
    }
    if (names->endCount() > 0 && !opened->result.finishedEarly) {
        ImportIssues issues;
        issues.record(IssueKind::UnopenedSlice, 0, "ends of NVTX ranges", names->endCount());
        builder.addIssues(issues);
    }
    TraceFacts& facts = opened->result.facts;
    facts.devices = names->gpus();
    facts.metadata.emplace_back("producer", R"("nvprof")");
    if (!names->version().empty()) {
        facts.metadata.emplace_back("schema", metadataJson(names->version()));
    }
    std::vector<std::string_view> used = namesOf(tables);
    facts.metadata.emplace_back("rows read", countRows(*database, used, reader.rowCounts()));
    used.insert(used.end(), kUsed.begin(), kUsed.end());
    facts.metadata.emplace_back("rows not read", countOtherRows(*database, used));
    opened->details = std::make_shared<const TableDetails>(
        std::move(database), reader.takeRows(),
        [names](std::string_view table, std::string_view column, std::int64_t value) {
            if (column == "cbid") {
                return std::string(table.ends_with("RUNTIME") ? cuptiRuntimeCall(value)
                                                              : cuptiDriverCall(value));
            }
            const bool isText = column == "name" || column == "domain";
            return isText ? std::string(names->text(value)) : std::string();
        });
    return opened;
}

}  // namespace gaplight
