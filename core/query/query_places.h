// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/query/query.h"
#include "core/scene/model/hit_track.h"

namespace gaplight {

// What a row of a result is about in the timeline.
struct QueryPlace {
    SliceId slice;  // invalid: a time
    TimeRange range{};
};

// Which columns of a result are what the timeline shows, by their names:
//
//     slice_id, or the id of a table of slices; else launch_id, activity_id, …     a slice
//     ts, begin or start, with ts_end, end, dur or duration                        a time
//     track; label, name or another text                                           texts
class QueryPlaces {
public:
    // `result` and `trace` must outlive it. O(columns).
    QueryPlaces(const QueryResult& result, const Trace& trace);

    // Whether rows are slices; have a time (that of their slice too); have one, and a number.
    bool areSlices() const { return m_slice != nullptr; }
    bool haveTimes() const { return areSlices() || (m_begin && (m_end || m_duration)); }
    bool haveValues() const { return (m_begin || areSlices()) && !m_values.empty(); }

    // Empty: the row has none.
    std::optional<QueryPlace> placeOf(std::size_t row) const;
    // The begin of the row's time, or of its slice.
    std::optional<Time> beginOf(std::size_t row) const;
    // Empty text: the result has no such column, or NULL in it.
    std::string trackOf(std::size_t row) const { return textOf(m_track, row); }
    std::string labelOf(std::size_t row) const;
    // The column that has the values of a counter: "value", else all numbers that are none of the
    // above and no numbers of things.
    const std::vector<const QueryResultColumn*>& values() const { return m_values; }

private:
    static std::string textOf(const QueryResultColumn* column, std::size_t row);

    const QueryResult& m_result;
    const Trace& m_trace;
    const QueryResultColumn* m_slice = nullptr;
    const QueryResultColumn* m_begin = nullptr;
    const QueryResultColumn* m_end = nullptr;
    const QueryResultColumn* m_duration = nullptr;
    const QueryResultColumn* m_track = nullptr;
    const QueryResultColumn* m_label = nullptr;
    std::vector<const QueryResultColumn*> m_values;
};

// A number of a cell; empty: NULL or a text.
[[nodiscard]] std::optional<double> numberOf(const QueryCell& cell);
// Of what a column without a declared unit is, its name says: "dur", "sum(dur)", "total_dur" and
// "wait_ns" are durations, "ts" and "min(ts)" times, "bytes" and "sum(bytes)" bytes.
[[nodiscard]] Unit unitByName(const QueryResultColumn& column);

// Rows drawn in the timeline. More tracks than kMaxRowTracks are left out.
struct RowTracks {
    std::vector<HitTrack> tracks;
    std::size_t leftOut = 0;  // rows without a time, or of tracks that are left out
};
inline constexpr std::size_t kMaxRowTracks = 8;

// The ids of the rows' slices, ascending, each once. Errors: BadArgument (rows are no slices).
[[nodiscard]] Result<std::vector<SliceId>> slicesOfRows(const QueryResult& result,
                                                        const Trace& trace);
// A track for each text of the column `track`, and where rows overlap further ones. `title`: of a
// track without such a text. Errors: BadArgument (rows have no time). O(rows log rows).
[[nodiscard]] Result<RowTracks> tracksOfRows(const QueryResult& result, const Trace& trace,
                                             std::string_view title);
// A curve over time for each column of values, or for each text of the column `track`. Errors:
// BadArgument (rows have no time, or no number). O(rows log rows).
[[nodiscard]] Result<RowTracks> countersOfRows(const QueryResult& result, const Trace& trace,
                                               std::string_view title);

}  // namespace gaplight
