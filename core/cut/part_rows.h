// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/event_batch.h"
#include "core/trace/trace.h"

namespace gaplight {

// The part of a trace that a cut keeps.
struct TracePart {
    TimeRange range;
    // Slices that cross an edge are shortened to the range.
    bool clip = false;
    std::vector<SliceId> slices;  // that stay
};

// An arrow between two slices.
struct PartArrow {
    SliceId from;
    SliceId to;
    StringId category;  // invalid: from a launch
};

// The rows of a part of a trace as a reader of a format gives them: in the order of the source's
// events, as batches. What a batch needs is in the tables, so that this is the inverse of
// TraceBuilder: a trace that is built of the batches of its whole range has the same tables, but
// for the names and the ids of flows. Example, of a trace of two slices and an arrow:
//
//   tracks()       metadata: names and sort indexes of all processes and threads
//   rows(0, 2)     slices, with the columns that they have
//   arrows()       of those slices, for arrowRows(): two flow events
//
// Memory: 16 bytes, and 16 more while they are sorted, for each slice, instant and memory event
// that stays. Safe from any thread.
class PartRows {
public:
    // `trace` and `launches` must outlive it. O(rows log rows).
    PartRows(const Trace& trace, const LaunchIndex& launches, TracePart part);

    [[nodiscard]] const Trace& trace() const { return m_trace; }
    // The event of each row of rows(), ascending; after them those that have none.
    [[nodiscard]] std::span<const EventId> events() const { return m_events; }
    [[nodiscard]] std::size_t size() const { return m_rows.size(); }

    // Names and sort indexes of all processes and threads, also of those without rows.
    [[nodiscard]] EventBatch tracks() const;
    // Slices, instants and memory events. Of an async slice, begin and end.
    [[nodiscard]] EventBatch rows(std::size_t first, std::size_t count) const;
    // Arrows between slices that stay, and those from launches.
    [[nodiscard]] std::vector<PartArrow> arrows() const;
    // Some of them as flow events, with ids from `firstId` on.
    [[nodiscard]] EventBatch arrowRows(std::span<const PartArrow> arrows,
                                       std::uint64_t firstId) const;
    // Values of counters in a part of the range.
    [[nodiscard]] EventBatch counters(TimeRange range) const;
    [[nodiscard]] TimeRange range() const { return m_part.range; }

private:
    enum class Table : std::uint8_t { Slices, Instants, Memory };
    struct Row {
        std::uint32_t index = 0;
        Table table = Table::Slices;
    };

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    TracePart m_part;
    std::vector<EventId> m_events;
    std::vector<Row> m_rows;
    std::vector<TrackId> m_threadOfProcess;  // any one; invalid: none
};

}  // namespace gaplight
