// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/table_reader.h"

#include <utility>

#include "core/formats/sqlite/row_queries.h"

namespace gaplight {
namespace {

constexpr std::size_t kRowsPerBatch = 65'536;
constexpr std::size_t kRowsPerCheck = 4'096;

}  // namespace

Result<void> TableReader::read(std::span<const EventTable> tables, std::uint64_t bytes) {
    m_progress.bytesTotal = bytes;
    std::vector<const EventTable*> present;
    for (const EventTable& table : tables) {
        if (m_database.findTable(table.name) != nullptr) {
            present.push_back(&table);
            m_rows.add(table.name, rowBlocks(m_database, table.name));
        }
    }
    for (std::size_t at = 0; at < present.size() && !m_finishedEarly; ++at) {
        Result<void> done = readTable(at, *present[at]);
        if (!done && done.error().code == ErrorCode::Cancelled) {
            return done;
        }
        if (!done) {
            m_issues.record(IssueKind::BrokenContainer, m_event,
                            present[at]->name + ": " + done.error().message);
        }
    }
    flush();
    m_builder.addIssues(m_issues);
    return {};
}

Result<void> TableReader::readTable(std::size_t at, const EventTable& table) {
    Result<void> done = readRows(at, table);
    if (!done && done.error().code == ErrorCode::Cancelled) {
        return done;
    }
    while (table.addRest && table.addRest()) {
        flush();
        if (m_options.stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "loading was cancelled");
        }
    }
    return done;
}

Result<void> TableReader::readRows(std::size_t at, const EventTable& table) {
    Result<DatabaseQuery> rows = m_database.scanAlone(table.name, table.columns, table.joined);
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
            table.add({*rows, *event});
        } else {
            m_issues.record(IssueKind::BadId, m_event,
                            table.name + " rowid " + std::to_string(rowid));
        }
        if (++m_read % kRowsPerCheck == 0 && !goOn()) {
            return fail(ErrorCode::Cancelled, "loading was cancelled");
        }
        if (m_batch.events().events >= kRowsPerBatch) {
            flush();
        }
    }
}

bool TableReader::goOn() {
    m_finishedEarly = m_options.finishEarly != nullptr && m_options.finishEarly->load();
    return !m_options.stop.stop_requested();
}

void TableReader::flush() {
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

std::vector<std::string_view> namesOf(std::span<const EventTable> tables) {
    std::vector<std::string_view> names;
    names.reserve(tables.size());
    for (const EventTable& table : tables) {
        names.emplace_back(table.name);
    }
    return names;
}

}  // namespace gaplight
