// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "core/formats/nsight/nsight_names.h"
#include "core/formats/nsight/nsight_tracks.h"
#include "core/formats/sqlite/database.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// A row of a table, with its event. Column 1 is the first of the table's columns.
struct NsightRow {
    const DatabaseQuery& values;
    EventId event;
};

// The batch that rows of an Nsight Systems export are added to. Times are ns from the start of the
// session. What is wrong with a row is an issue of the batch.
class NsightBatch {
public:
    struct Span {
        std::int64_t start = 0;
        std::int64_t duration = 0;
    };

    explicit NsightBatch(const NsightNames& names) : m_names(names), m_tracks(names) {}

    [[nodiscard]] const NsightNames& names() const { return m_names; }
    [[nodiscard]] NsightTracks& tracks() { return m_tracks; }
    [[nodiscard]] EventBatch& events() { return m_batch; }
    // The events since the last call.
    [[nodiscard]] EventBatch take();

    // Columns 1 and 2 as start and end; empty where the start is no time.
    [[nodiscard]] std::optional<Span> spanOf(const NsightRow& row);
    // A column that is a text, or the id of one.
    [[nodiscard]] std::string_view textOf(const NsightRow& row, int column) const;
    // -1 where the value is no stream's number.
    [[nodiscard]] static std::int32_t streamOf(std::optional<std::int64_t> value);

    // Gives the slice's number in the batch (also below).
    std::uint32_t addSlice(const NsightRow& row, Span span, std::string_view name,
                           std::string_view category, SliceKind kind, BatchTrack track);
    // start, end, deviceId, streamId, globalPid, correlationId are columns 1 to 6. Empty: the row
    // has no time.
    std::optional<std::uint32_t> addActivity(const NsightRow& row, std::string_view name,
                                             std::string_view category, SliceKind kind);
    void addCorrelation(const NsightRow& row, std::uint32_t slice, NsightProcess process,
                        std::optional<std::int64_t> correlation);
    // Processes number their calls independently: the trace's number has the process in its upper
    // half. Empty for 0 and numbers beyond 32 bits.
    [[nodiscard]] std::optional<std::uint64_t> correlationOf(
        NsightProcess process, std::optional<std::int64_t> correlation);

    // One cudaEventRecord, by its eventSyncId: synchronizations that wait for it have the same.
    // (CUDA reuses the number eventId.)
    struct RecordedEvent {
        std::int32_t stream = -1;
        std::int64_t correlation = -1;
    };
    void addEventRecord(std::int64_t syncId, const RecordedEvent& event);
    [[nodiscard]] const RecordedEvent* findEventRecord(std::int64_t syncId) const;

private:
    const NsightNames& m_names;
    NsightTracks m_tracks;
    EventBatch m_batch;
    std::unordered_map<std::int64_t, RecordedEvent> m_recordedEvents;
};

}  // namespace gaplight
