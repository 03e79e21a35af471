// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_sqlite.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/formats/nsight/nsight_batch.h"
#include "core/formats/nsight/nsight_names.h"
#include "core/formats/nsight/nsight_tables.h"
#include "core/formats/sqlite/table_details.h"

namespace gaplight {
namespace {

constexpr std::size_t kRowsPerBatch = 65'536;
constexpr std::size_t kRowsPerCheck = 4'096;

// Tables that hold events but are not read: their number of rows is reported.
constexpr std::array<std::string_view, 5> kUnread{
    "SCHED_EVENTS", "COMPOSITE_EVENTS", "SAMPLING_CALLCHAINS", "GPU_METRICS", "OSRT_CALLCHAINS"};

class NsightReader {
public:
    NsightReader(const Database& database, const NsightNames& names, TraceBuilder& builder,
                 const ReadOptions& options)
        : m_database(database), m_builder(builder), m_options(options), m_batch(names) {}

    Result<void> read(std::uint64_t bytes) {
        m_progress.bytesTotal = bytes;
        for (const auto tables : {nsightGpuTables(), nsightHostTables()}) {
            for (const NsightTable& table : tables) {
                if (m_database.findTable(table.name) != nullptr) {
                    m_tables.push_back(&table);
                    m_rows.add(std::string(table.name), maxRowid(table.name));
                }
            }
        }
        for (std::size_t at = 0; at < m_tables.size() && !m_finishedEarly; ++at) {
            Result<void> done = readTable(at);
            if (!done && done.error().code == ErrorCode::Cancelled) {
                return done;
            }
            if (!done) {
                m_issues.record(IssueKind::BrokenContainer, m_event,
                                std::string(m_tables[at]->name) + ": " + done.error().message);
            }
        }
        flush();
        m_builder.addIssues(m_issues);
        return {};
    }

    [[nodiscard]] bool finishedEarly() const { return m_finishedEarly; }
    [[nodiscard]] TableRows takeRows() { return std::move(m_rows); }

private:
    [[nodiscard]] std::int64_t maxRowid(std::string_view table) const {
        Result<DatabaseQuery> query =
            m_database.query("SELECT max(rowid) FROM " + quotedName(table));
        return query && query->next().value_or(false) ? query->integer(0).value_or(-1) : -1;
    }

    Result<void> readTable(std::size_t at) {
        const NsightTable& table = *m_tables[at];
        Result<DatabaseQuery> rows = m_database.scan(table.name, table.columns);
        if (!rows) {
            return tl::unexpected(std::move(rows.error()));
        }
        for (;;) {
            const Result<bool> more = rows->next();
            if (!more) {
                return tl::unexpected(more.error());
            }
            if (!*more || m_finishedEarly) {
                return {};
            }
            const std::int64_t rowid = rows->integer(0).value_or(-1);
            if (const std::optional<EventId> event = m_rows.eventOf(at, rowid)) {
                m_event = event->number();
                ++m_batch.events().events;
                table.add(m_batch, {*rows, *event});
            } else {
                m_issues.record(IssueKind::BadId, m_event,
                                std::string(table.name) + " rowid " + std::to_string(rowid));
            }
            if (++m_read % kRowsPerCheck == 0 && !goOn()) {
                return fail(ErrorCode::Cancelled, "loading was cancelled");
            }
            if (m_batch.events().events >= kRowsPerBatch) {
                flush();
            }
        }
    }

    bool goOn() {
        m_finishedEarly = m_options.finishEarly != nullptr && m_options.finishEarly->load();
        return !m_options.stop.stop_requested();
    }

    void flush() {
        m_builder.add(m_batch.take());
        m_progress.events = m_builder.eventCount();
        m_progress.slices = m_builder.sliceCount();
        if (m_rows.count() > 0) {
            m_progress.bytesRead = static_cast<std::uint64_t>(
                static_cast<double>(m_progress.bytesTotal) * static_cast<double>(m_event) /
                static_cast<double>(m_rows.count()));
        }
        if (m_options.onProgress) {
            m_options.onProgress(m_progress);
        }
    }

    const Database& m_database;
    TraceBuilder& m_builder;
    const ReadOptions& m_options;
    NsightBatch m_batch;
    std::vector<const NsightTable*> m_tables;
    TableRows m_rows;
    ImportIssues m_issues;
    ReadProgress m_progress;
    std::uint64_t m_event = 0;  // the last one read
    std::uint64_t m_read = 0;   // rows
    bool m_finishedEarly = false;
};

// Rows of each of the tables that has any, as a JSON object.
std::string rowCounts(const Database& database, std::span<const std::string_view> tables) {
    nlohmann::json counts = nlohmann::json::object();
    for (const std::string_view table : tables) {
        if (database.findTable(table) == nullptr) {
            continue;
        }
        Result<DatabaseQuery> query = database.query("SELECT count(*) FROM " + quotedName(table));
        const std::int64_t rows =
            query && query->next().value_or(false) ? query->integer(0).value_or(0) : 0;
        if (rows > 0) {
            counts[std::string(table)] = rows;
        }
    }
    return counts.dump();
}

std::vector<std::string_view> readTables() {
    std::vector<std::string_view> names;
    for (const auto tables : {nsightGpuTables(), nsightHostTables()}) {
        for (const NsightTable& table : tables) {
            names.push_back(table.name);
        }
    }
    return names;
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
    Result<NsightNames> read = NsightNames::read(*database);
    if (!read) {
        return tl::unexpected(std::move(read.error()));
    }
    const auto names = std::make_shared<const NsightNames>(*std::move(read));
    NsightReader reader(*database, *names, builder, options);
    if (Result<void> done = reader.read(source.totalBytes()); !done) {
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
    facts.metadata.emplace_back("rows read", rowCounts(*database, readTables()));
    facts.metadata.emplace_back("rows not read", rowCounts(*database, kUnread));
    opened.details = std::make_shared<const TableDetails>(
        std::move(database), reader.takeRows(),
        [names](std::string_view column, std::int64_t value) {
            const bool isText = column == "nameId" || column == "textId" ||
                                column.ends_with("Name") || column == "jsonTextId";
            return isText ? std::string(names->text(value)) : std::string();
        });
    return opened;
}

}  // namespace gaplight
