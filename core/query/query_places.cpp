// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_places.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <utility>

#include "core/base/printable_text.h"

namespace gaplight {
namespace {

// The first of the names that a column has.
const QueryResultColumn* columnNamed(const QueryResult& result,
                                     std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        const auto found = std::ranges::find(result.columns, name, &QueryResultColumn::name);
        if (found != result.columns.end()) {
            return &*found;
        }
    }
    return nullptr;
}

const QueryResultColumn* sliceColumn(const QueryResult& result) {
    if (const QueryResultColumn* named = columnNamed(result, {"slice_id"})) {
        return named;
    }
    const auto declared =
        std::ranges::find_if(result.columns, [](const auto& column) { return column.isSlice; });
    if (declared != result.columns.end()) {
        return &*declared;
    }
    return columnNamed(result, {"activity_id", "launch_id", "annotation_id", "blocking_call_id",
                                "kernel_id", "call_id"});
}

bool hasTexts(const QueryResultColumn& column) {
    return std::ranges::any_of(column.cells, [](const QueryCell& cell) {
        return std::holds_alternative<std::string>(cell);
    });
}

// Whether its numbers are amounts, not numbers of things.
bool hasAmounts(const QueryResultColumn& column) {
    constexpr std::array<std::string_view, 11> kNumbering{
        "id", "gpu", "stream", "rank", "step", "number", "pid", "tid", "utid", "upid", "depth"};
    const std::string_view name = column.name;
    return std::ranges::find(kNumbering, name) == kNumbering.end() && !name.ends_with("_id") &&
           !column.isSlice && std::ranges::any_of(column.cells, [](const QueryCell& cell) {
               return numberOf(cell).has_value();
           });
}

std::optional<std::int64_t> integerOf(const QueryResultColumn* column, std::size_t row) {
    const auto* number =
        column == nullptr ? nullptr : std::get_if<std::int64_t>(&column->cells[row]);
    return number == nullptr ? std::nullopt : std::optional(*number);
}

tl::unexpected<Error> withoutTimes(std::string_view more) {
    return fail(
        ErrorCode::BadArgument,
        "rows have no time: select the id of slices, or ts with dur or ts_end" + std::string(more));
}

}  // namespace

std::optional<double> numberOf(const QueryCell& cell) {
    if (const auto* integer = std::get_if<std::int64_t>(&cell)) {
        return static_cast<double>(*integer);
    }
    const auto* number = std::get_if<double>(&cell);
    return number == nullptr ? std::nullopt : std::optional(*number);
}

Unit unitByName(const QueryResultColumn& column) {
    const bool isUnnamed = column.unit == Unit::Number || column.unit == Unit::Figure;
    if (!isUnnamed) {
        return column.unit;
    }
    std::string_view name = column.name;
    while (name.ends_with(')')) {  // of "sum(dur)" the last word
        name.remove_suffix(1);
    }
    const auto endsWith = [&](std::string_view word) {
        return name.ends_with(word) &&
               (name.size() == word.size() || name[name.size() - word.size() - 1] == '(' ||
                name[name.size() - word.size() - 1] == '_' ||
                name[name.size() - word.size() - 1] == '.');
    };
    const auto endsWithAny = [&](std::initializer_list<std::string_view> words) {
        return std::ranges::any_of(words, endsWith);
    };
    const bool isInteger = column.unit == Unit::Number;
    if (endsWithAny({"dur", "duration", "ns"})) {
        return Unit::Nanoseconds;
    }
    if (isInteger && endsWithAny({"ts", "ts_end"})) {
        return Unit::SinceStart;
    }
    return endsWithAny({"bytes"})   ? Unit::Bytes
           : endsWithAny({"share"}) ? Unit::Share
                                    : column.unit;
}

QueryPlaces::QueryPlaces(const QueryResult& result, const Trace& trace)
    : m_result(result),
      m_trace(trace),
      m_slice(sliceColumn(result)),
      m_begin(columnNamed(result, {"ts", "begin", "begin_ns", "start", "start_ns"})),
      m_end(columnNamed(result, {"ts_end", "end", "end_ns"})),
      m_duration(columnNamed(result, {"dur", "duration", "dur_ns", "length"})),
      m_track(columnNamed(result, {"track", "track_name"})),
      m_label(columnNamed(result, {"label", "short_name", "name", "title"})) {
    if (m_track != nullptr && !hasTexts(*m_track)) {
        m_track = nullptr;
    }
    if (const QueryResultColumn* value = columnNamed(result, {"value"})) {
        m_values = {value};
        return;
    }
    for (const QueryResultColumn& column : result.columns) {
        const bool isTaken = &column == m_slice || &column == m_begin || &column == m_end ||
                             unitByName(column) == Unit::SinceStart;
        if (!isTaken && hasAmounts(column)) {
            m_values.push_back(&column);
        }
        if (m_label == nullptr && &column != m_track && hasTexts(column)) {
            m_label = &column;
        }
    }
}

std::optional<Time> QueryPlaces::beginOf(std::size_t row) const {
    if (const auto begin = integerOf(m_begin, row)) {
        return timeFromNs(*begin);
    }
    const auto place = placeOf(row);
    return place ? std::optional(place->range.begin) : std::nullopt;
}

std::optional<QueryPlace> QueryPlaces::placeOf(std::size_t row) const {
    QueryPlace place;
    const auto slice = integerOf(m_slice, row);
    if (slice && *slice >= 0 && std::cmp_less(*slice, m_trace.slices().size())) {
        place.slice = SliceId(static_cast<std::size_t>(*slice));
        place.range = m_trace.slices().range(place.slice);
        return place;
    }
    const auto begin = integerOf(m_begin, row);
    const auto end = integerOf(m_end, row);
    const auto duration = integerOf(m_duration, row);
    if (!begin || (!end && !duration)) {
        return std::nullopt;
    }
    place.range.begin = timeFromNs(*begin);
    place.range.end = end ? timeFromNs(*end) : place.range.begin + Duration(*duration);
    place.range.end = std::max(place.range.begin, place.range.end);
    return place;
}

std::string QueryPlaces::textOf(const QueryResultColumn* column, std::size_t row) {
    const auto* text = column == nullptr ? nullptr : std::get_if<std::string>(&column->cells[row]);
    return text == nullptr ? std::string() : printable(*text);
}

std::string QueryPlaces::labelOf(std::size_t row) const {
    std::string text = textOf(m_label, row);
    if (!text.empty()) {
        return text;
    }
    const auto place = placeOf(row);
    return place && place->slice.isValid() ? printable(m_trace.name(place->slice)) : text;
}

Result<std::vector<SliceId>> slicesOfRows(const QueryResult& result, const Trace& trace) {
    const QueryPlaces places(result, trace);
    std::vector<SliceId> slices;
    for (std::size_t row = 0; row < result.rowCount(); ++row) {
        const auto place = places.placeOf(row);
        if (place && place->slice.isValid()) {
            slices.push_back(place->slice);
        }
    }
    if (slices.empty()) {
        return fail(ErrorCode::BadArgument,
                    "rows are no slices: select the id of a table of slices, or slice_id");
    }
    std::ranges::sort(slices);
    slices.erase(std::unique(slices.begin(), slices.end()), slices.end());
    return slices;
}

namespace {

// The tracks of one text: rows that overlap come on the next one.
struct StackedSpans {
    std::vector<std::vector<HitSpan>> tracks;

    // Spans come in time order. False: on no track there is room.
    bool add(HitSpan span, std::size_t most) {
        for (std::vector<HitSpan>& track : tracks) {
            if (track.back().range.end <= span.range.begin) {
                track.push_back(std::move(span));
                return true;
            }
        }
        if (tracks.size() >= most) {
            return false;
        }
        tracks.emplace_back().push_back(std::move(span));
        return true;
    }
};

}  // namespace

Result<RowTracks> tracksOfRows(const QueryResult& result, const Trace& trace,
                               std::string_view title) {
    const QueryPlaces places(result, trace);
    if (!places.haveTimes()) {
        return withoutTimes("");
    }
    std::vector<std::pair<HitSpan, std::string>> rows;
    for (std::size_t row = 0; row < result.rowCount(); ++row) {
        if (const auto place = places.placeOf(row)) {
            TimeRange range = place->range;
            range.end = std::max(range.end, range.begin + Duration(1));
            rows.emplace_back(HitSpan{range, places.labelOf(row), place->slice},
                              places.trackOf(row));
        }
    }
    RowTracks made;
    made.leftOut = result.rowCount() - rows.size();
    std::ranges::stable_sort(rows, {}, [](const auto& row) { return row.first.range.begin; });
    std::map<std::string, StackedSpans> groups;
    std::size_t count = 0;
    for (auto& [span, track] : rows) {
        StackedSpans& group = groups[track];
        const std::size_t before = group.tracks.size();
        made.leftOut += group.add(std::move(span), before + kMaxRowTracks - count) ? 0 : 1;
        count += group.tracks.size() - before;
    }
    for (auto& [track, group] : groups) {
        for (std::size_t at = 0; at < group.tracks.size(); ++at) {
            std::string name = track.empty() ? std::string(title) : track;
            name += at == 0 ? "" : " · " + std::to_string(at + 1);
            made.tracks.push_back(
                HitTrack::buildSpans(std::move(name), std::move(group.tracks[at])));
        }
    }
    return made;
}

namespace {

CounterUnit counterUnitOf(const QueryResultColumn& column) {
    switch (unitByName(column)) {
        case Unit::Nanoseconds:
            return CounterUnit::Nanoseconds;
        case Unit::Bytes:
            return CounterUnit::Bytes;
        default:
            return CounterUnit::Number;
    }
}

HitTrack counterTrack(const std::string& title, CounterUnit unit,
                      std::vector<std::pair<Time, double>> points) {
    std::ranges::stable_sort(points, {}, &std::pair<Time, double>::first);
    std::vector<Time> times;
    std::vector<double> values;
    for (const auto& [time, value] : points) {
        times.push_back(time);
        values.push_back(value);
    }
    HitTrack track;
    track.title = title;
    track.curve = CounterCurve::build(title, unit, std::move(times), std::move(values));
    return track;
}

}  // namespace

Result<RowTracks> countersOfRows(const QueryResult& result, const Trace& trace,
                                 std::string_view title) {
    const QueryPlaces places(result, trace);
    if (!places.haveValues()) {
        return fail(ErrorCode::BadArgument,
                    "rows are no values over time: select ts, and value or other numbers");
    }
    RowTracks made;
    std::size_t left = 0;  // values
    for (const QueryResultColumn* column : places.values()) {
        std::map<std::string, std::vector<std::pair<Time, double>>> series;
        for (std::size_t row = 0; row < result.rowCount(); ++row) {
            const auto time = places.beginOf(row);
            const auto value = numberOf(column->cells[row]);
            if (time && value) {
                series[places.trackOf(row)].emplace_back(*time, *value);
            } else {
                ++left;
            }
        }
        for (auto& [track, points] : series) {
            if (made.tracks.size() == kMaxRowTracks) {
                left += points.size();
                continue;
            }
            std::string name = track.empty() ? std::string(title) : track;
            name += column->name == "value" ? "" : " · " + printable(column->name);
            made.tracks.push_back(counterTrack(name, counterUnitOf(*column), std::move(points)));
        }
    }
    made.leftOut = left;
    return made;
}

}  // namespace gaplight
