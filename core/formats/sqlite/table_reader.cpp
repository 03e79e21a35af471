// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/table_reader.h"

#include <algorithm>
#include <utility>

#include <tbb/concurrent_queue.h>
#include <tbb/task_arena.h>

#include "core/base/parallel.h"
#include "core/formats/sqlite/row_scan.h"

namespace gaplight {
namespace {

constexpr std::size_t kRowsPerBatch = 65'536;
constexpr std::size_t kRowsPerCheck = 4'096;
// Adding rows takes a third as long as decoding them: more threads would only wait for it.
constexpr std::size_t kMaxPiecesInFlight = 8;

}  // namespace

Result<OpenedTrace> TableReader::read(std::string_view format, std::span<const EventTable> tables,
                                      std::uint64_t bytes) {
    m_progress.bytesTotal = bytes;
    std::vector<TableScan> scans;
    TablePieces pieces(m_database.bytes().size());
    for (const EventTable& table : tables) {
        if (const Database::Table* found = m_database.findTable(table.name)) {
            m_tables.push_back(&table);
            scans.push_back({table.name, table.columns, table.joined});
            std::vector<TableRows::Block> blocks = rowBlocks(m_database, table.name);
            m_rows.add(table.name, blocks);
            pieces.add(*found, std::move(blocks));
        }
    }
    PieceScans connections(m_database, scans);
    readPieces(std::move(pieces), connections);
    if (m_failure) {
        return tl::unexpected(*std::move(m_failure));
    }
    if (m_isCancelled || m_options.stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "loading was cancelled");
    }
    flush();
    m_builder.addIssues(m_issues);
    OpenedTrace opened;
    opened.result.finishedEarly = m_finishedEarly;
    opened.result.facts.format = format;
    opened.result.facts.events = m_builder.eventCount();
    return opened;
}

// Three stages: choose a piece (serial), decode its rows (parallel), add them (serial, in order).
void TableReader::readPieces(TablePieces pieces, PieceScans& scans) {
    using tbb::filter_mode;
    std::vector<PieceRows> pool(std::min(
        static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()) + 1, kMaxPiecesInFlight));
    tbb::concurrent_queue<PieceRows*> free;
    for (PieceRows& rows : pool) {
        free.push(&rows);
    }
    const auto choose = [&](tbb::flow_control& control) -> PieceRows* {
        std::optional<TablePiece> piece = pieces.next();
        while (piece && piece->table < m_firstTable) {
            piece = pieces.next();
        }
        PieceRows* rows = nullptr;
        // There are as many tokens as the pool has members, and one is free again before its token.
        if (!piece || m_options.stop.stop_requested() || !free.try_pop(rows)) {
            control.stop();
            return nullptr;
        }
        rows->piece = *piece;
        return rows;
    };
    const auto decode = [&](PieceRows* rows) {
        if (rows->piece.table >= m_firstTable) {
            scans.begin(*rows);
        }
        return rows;
    };
    const auto add = [&](PieceRows* rows) {
        if (rows->piece.table >= m_firstTable) {
            addPiece(*rows, scans);
        }
        rows->rows.reset();
        free.push(rows);
    };
    parallelPipeline(pool.size(),
                     tbb::make_filter<void, PieceRows*>(filter_mode::serial_in_order, choose) &
                         tbb::make_filter<PieceRows*, PieceRows*>(filter_mode::parallel, decode) &
                         tbb::make_filter<PieceRows*, void>(filter_mode::serial_in_order, add));
}

void TableReader::addPiece(PieceRows& rows, PieceScans& scans) {
    const std::size_t table = rows.piece.table;
    do {
        addRows(rows);
    } while (!m_isCancelled && !m_finishedEarly && scans.next(rows));
    if (rows.error && !m_finishedEarly && !m_isCancelled) {
        if (rows.error->code == ErrorCode::Corrupt) {
            m_issues.record(IssueKind::BrokenContainer, m_event,
                            m_tables[table]->name + ": " + rows.error->message);
        } else {
            m_isCancelled = true;
            m_failure = std::move(rows.error);
        }
    } else if (rows.piece.isLast && !m_finishedEarly && !m_isCancelled) {
        m_rowCounts[m_tables[table]->name] = m_read - m_readBefore;
    }
    if (rows.piece.isLast || rows.error || m_finishedEarly || m_isCancelled) {
        endTable(table);
    }
}

void TableReader::addRows(const PieceRows& rows) {
    for (std::size_t row = 0; row < rows.block.size() && !m_isCancelled && !m_finishedEarly;
         ++row) {
        addRow(rows.piece.table, rows.block[row]);
    }
}

void TableReader::addRow(std::size_t table, const RowValues& values) {
    const std::int64_t rowid = values.integer(kRowid).value_or(-1);
    if (const std::optional<EventId> event = m_rows.eventOf(table, rowid)) {
        m_event = event->number();
        ++m_batch.events().events;
        m_tables[table]->add({values, *event});
    } else {
        m_issues.record(IssueKind::BadId, m_event,
                        m_tables[table]->name + " rowid " + std::to_string(rowid));
    }
    if (++m_read % kRowsPerCheck == 0) {
        checkStop();
    }
    if (m_batch.events().events >= kRowsPerBatch) {
        flush();
    }
}

void TableReader::endTable(std::size_t table) {
    const EventTable& ended = *m_tables[table];
    m_readBefore = m_read;
    while (!m_isCancelled && ended.addRest && ended.addRest()) {
        flush();
        m_isCancelled = m_options.stop.stop_requested();
    }
    m_firstTable = m_isCancelled || m_finishedEarly ? m_tables.size() : table + 1;
}

void TableReader::checkStop() {
    m_finishedEarly = m_options.finishEarly != nullptr && m_options.finishEarly->load();
    m_isCancelled = m_options.stop.stop_requested();
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
