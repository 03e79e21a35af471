// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/query/own_rule_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "core/base/digit_run.h"
#include "core/base/id.h"
#include "core/detectors/what_if/edit_spec.h"

namespace gaplight {
namespace {

constexpr std::array<std::string_view, 6> kColumns{"begin", "end",   "track",
                                                   "slice", "label", "edits"};

tl::unexpected<Error> wrong(std::string message) {
    return fail(ErrorCode::BadArgument, std::move(message));
}

// Reads the rows of one result.
class RowReader {
public:
    RowReader(const Trace& trace, const QueryResult& result)
        : m_trace(trace),
          m_begin(result.column("begin")),
          m_end(result.column("end")),
          m_track(result.column("track")),
          m_slice(result.column("slice")),
          m_label(result.column("label")),
          m_edits(result.column("edits")) {}

    // Errors: the columns do not say what a row points at.
    Result<void> check() const;
    Result<OwnRuleRow> read(std::size_t row) const;

private:
    // Nothing of NULL. Errors: no whole number; no such slice or track of `count`.
    static Result<std::optional<std::int64_t>> number(const QueryResultColumn* column,
                                                      std::size_t row);
    static Result<std::optional<std::size_t>> index(const QueryResultColumn* column,
                                                    std::size_t row, std::size_t count);
    Result<std::optional<OwnRuleEdit>> edit(std::size_t row) const;

    const Trace& m_trace;
    const QueryResultColumn* m_begin;
    const QueryResultColumn* m_end;
    const QueryResultColumn* m_track;
    const QueryResultColumn* m_slice;
    const QueryResultColumn* m_label;
    const QueryResultColumn* m_edits;
};

Result<void> RowReader::check() const {
    if ((m_begin == nullptr) != (m_end == nullptr)) {
        return wrong(fmt::format("the SELECT has a column {} and no {}: it needs both, or slice",
                                 m_begin ? "begin" : "end", m_begin ? "end" : "begin"));
    }
    if (m_slice == nullptr && (m_begin == nullptr || m_track == nullptr)) {
        return wrong(
            "the SELECT says no place: it needs a column slice (SELECT id AS slice …), or begin, "
            "end and track (ts AS \"begin\", ts_end AS \"end\", track_id AS track)");
    }
    if (m_edits != nullptr && m_slice == nullptr) {
        return wrong("edits are of slices: the SELECT needs a column slice too");
    }
    return {};
}

Result<std::optional<std::int64_t>> RowReader::number(const QueryResultColumn* column,
                                                      std::size_t row) {
    if (column == nullptr || std::holds_alternative<std::monostate>(column->cells[row])) {
        return std::nullopt;
    }
    constexpr double kLargest = 9e18;
    const QueryCell& cell = column->cells[row];
    if (const auto* real = std::get_if<double>(&cell); real && std::abs(*real) < kLargest) {
        return std::llround(*real);  // a mean
    }
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
        return *whole;
    }
    return wrong(fmt::format("row {}: {} is no number", row + 1, column->name));
}

Result<std::optional<std::size_t>> RowReader::index(const QueryResultColumn* column,
                                                    std::size_t row, std::size_t count) {
    const std::optional<std::int64_t> id = TRY(number(column, row));
    if (!id) {
        return std::nullopt;
    }
    if (*id < 0 || !std::cmp_less(*id, count)) {
        return wrong(fmt::format("row {}: there is no {} {}: it is the id of table {}", row + 1,
                                 column->name, *id, column->name));
    }
    return static_cast<std::size_t>(*id);
}

// "remove", "scale:0.5"; nothing of NULL.
Result<std::optional<OwnRuleEdit>> RowReader::edit(std::size_t row) const {
    if (m_edits == nullptr || std::holds_alternative<std::monostate>(m_edits->cells[row])) {
        return std::nullopt;
    }
    constexpr std::string_view kScale = "scale:";
    const auto* text = std::get_if<std::string>(&m_edits->cells[row]);
    if (text != nullptr && *text == "remove") {
        return OwnRuleEdit{};
    }
    if (text != nullptr && text->starts_with(kScale)) {
        const auto factor = parseNumber<double>(std::string_view(*text).substr(kScale.size()));
        if (factor && std::isfinite(*factor) && *factor >= 0 && *factor <= kMaxFactor) {
            return OwnRuleEdit{*factor, false};
        }
    }
    return wrong(
        fmt::format("row {}: edits is neither 'remove' nor 'scale:FACTOR', as in "
                    "'scale:0.5', nor NULL",
                    row + 1));
}

Result<OwnRuleRow> RowReader::read(std::size_t row) const {
    OwnRuleRow read;
    read.number = row;
    const auto slice = TRY(index(m_slice, row, m_trace.slices().size()));
    const auto track = TRY(index(m_track, row, m_trace.tracks().size()));
    const auto begin = TRY(number(m_begin, row));
    const auto end = TRY(number(m_end, row));
    read.edit = TRY(edit(row));
    if (slice) {
        read.slice = SliceId(*slice);
        read.track = m_trace.trackOf(read.slice);
        read.range = m_trace.slices().range(read.slice);
    } else if (!track || !begin || !end) {
        return wrong(fmt::format("row {} says no place: its slice is NULL, and so is its {}",
                                 row + 1,
                                 !track   ? "track"
                                 : !begin ? "begin"
                                          : "end"));
    } else {
        read.track = TrackId(*track);
    }
    if (begin && end) {
        if (*end < *begin) {
            return wrong(
                fmt::format("row {}: end ({}) is before begin ({})", row + 1, *end, *begin));
        }
        const TimeRange range{timeFromNs(*begin), timeFromNs(*end)};
        if (range.begin < m_trace.range().begin || range.end > m_trace.range().end) {
            return wrong(fmt::format(
                "row {}: [{}, {}] is outside of the trace: begin and end are on its clock, as ts",
                row + 1, *begin, *end));
        }
        // An interval beside what the slice itself takes.
        if (read.slice.isValid() && range != read.range) {
            read.slice = read.edit ? read.slice : SliceId();
        }
        read.range = range;
    }
    if (m_label != nullptr) {
        if (const auto* text = std::get_if<std::string>(&m_label->cells[row])) {
            read.label = *text;
        } else if (const auto whole = number(m_label, row); whole && *whole) {
            read.label = std::to_string(**whole);
        }
    }
    return read;
}

}  // namespace

bool isRowColumn(std::string_view name) {
    return std::ranges::find(kColumns, name) != kColumns.end();
}

Result<std::vector<OwnRuleRow>> ownRuleRows(const Trace& trace, const QueryResult& result,
                                            TimeRange within) {
    const RowReader reader(trace, result);
    TRY(reader.check());
    std::vector<OwnRuleRow> rows;
    std::unordered_map<std::uint32_t, std::size_t, IdHash> rowOfSlice;
    for (std::size_t row = 0; row < result.rowCount(); ++row) {
        OwnRuleRow read = TRY(reader.read(row));
        const auto [first, isNew] = rowOfSlice.try_emplace(read.slice.value, row);
        if (read.slice.isValid() && !isNew) {
            return wrong(
                fmt::format("row {}: slice {} is that of row {} already: a JOIN repeats "
                            "it; write SELECT DISTINCT, or GROUP BY its id",
                            row + 1, read.slice.value, first->second + 1));
        }
        if (within.contains(read.range.begin)) {
            rows.push_back(std::move(read));
        }
    }
    return rows;
}

}  // namespace gaplight
