// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/formats/sqlite/batch_tracks.h"
#include "core/formats/sqlite/row_block.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// A row of a table of events, with its event. Column 1 is the first of the table's columns.
struct TableRow {
    const RowValues& values;
    EventId event;
};

// The batch that rows of tables of events are added to. What is wrong with a row is an issue of the
// batch.
class RowBatch {
public:
    struct Span {
        std::int64_t start = 0;
        std::int64_t duration = 0;
    };
    struct Place {
        LaunchingProcess process;
        std::int32_t gpu = 0;
        std::int32_t stream = -1;  // -1: not recorded
    };

    // `gpus` must outlive this.
    explicit RowBatch(std::span<const DeviceProperties> gpus) : m_tracks(gpus) {}

    [[nodiscard]] EventBatch& events() { return m_batch; }
    [[nodiscard]] BatchTracks& tracks() { return m_tracks; }
    // The events since the last call.
    [[nodiscard]] EventBatch take();

    // Columns 1 and 2 as start and end; empty where the start is no time.
    [[nodiscard]] std::optional<Span> spanOf(const TableRow& row);

    // Gives the slice's number in the batch (also below).
    std::uint32_t addSlice(EventId event, Span span, std::string_view name,
                           std::string_view category, SliceKind kind, BatchTrack track);
    // A kernel, copy or memset.
    std::uint32_t addActivity(EventId event, Span span, std::string_view name,
                              std::string_view category, SliceKind kind, const Place& place);
    void addCorrelation(std::uint32_t slice, std::uint64_t number);
    // The same with a number that is unique in its process; one that correlationOf() refuses is
    // counted as an issue.
    void addCorrelation(EventId event, std::uint32_t slice, std::uint32_t process,
                        std::optional<std::int64_t> number);
    // Processes number their calls independently: the trace's number has the process in its upper
    // half. Empty for 0 and numbers beyond 32 bits.
    [[nodiscard]] static std::optional<std::uint64_t> correlationOf(
        std::uint32_t process, std::optional<std::int64_t> number);

    // -1 where the value is no stream's number.
    [[nodiscard]] static std::int32_t streamOf(std::optional<std::int64_t> value);
    // The nearest value of a type to an integer; 0 for none.
    template <class T>
    [[nodiscard]] static T clamped(std::optional<std::int64_t> value) {
        constexpr auto kMax = sizeof(T) < sizeof(std::int64_t)
                                  ? static_cast<std::int64_t>(std::numeric_limits<T>::max())
                                  : std::numeric_limits<std::int64_t>::max();
        return static_cast<T>(std::min(std::max<std::int64_t>(value.value_or(0), 0), kMax));
    }

private:
    // Rows of one table mostly have one category.
    BatchCategory categoryOf(std::string_view name, SliceKind kind);

    EventBatch m_batch;
    BatchTracks m_tracks;
    std::string m_categoryName;  // of the last slice
    SliceKind m_categoryKind{};
    BatchCategory m_category;  // invalid: no slice in this batch yet
};

}  // namespace gaplight
