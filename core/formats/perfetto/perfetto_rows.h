// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/column.h"
#include "core/base/id_hash.h"
#include "core/formats/perfetto/perfetto_counters.h"
#include "core/formats/perfetto/perfetto_part.h"
#include "core/formats/perfetto/perfetto_tracks.h"
#include "core/formats/perfetto/slice_pairing.h"
#include "core/trace/event_batch.h"
#include "core/trace/trace_builder.h"

namespace gaplight {

// What PerfettoRows holds of a PerfettoPart.
struct JoinedPart {
    EventBatch batch;
    std::vector<PerfettoTrackId> tracks;  // by BatchTrack
    std::vector<std::uint32_t> edges;     // by BatchTrack: begins and ends of slices
    std::vector<PerfettoPart::End> ends;
};

// Rows of a whole Perfetto trace. They are held until all packets are read, since only then it is
// known where slices end, what tracks are called, and which event of a flow is the first. Times are
// ns of the trace's primary clock.
// Memory: as the trace itself, and up to 56 bytes for each slice with an end of its own.
class PerfettoRows {
public:
    // In the order of the file.
    void add(PerfettoPart part, PerfettoTracks& tracks);

    // Moves all rows into `builder`, their times `originNs` earlier. Uses all cores.
    void finish(const PerfettoTracks& tracks, std::int64_t originNs, TraceBuilder& builder);

    // The earliest time of all rows.
    [[nodiscard]] std::optional<std::int64_t> firstTime() const { return m_firstTime; }

private:
    struct FlowPoint {
        std::uint64_t id = 0;
        std::int64_t time = 0;
        EventId event;
        PerfettoTrackId track;
        bool isTerminating = false;
    };
    struct StageRow {
        std::size_t part = 0;
        std::uint32_t slice = 0;
        std::uint64_t stage = 0;
    };

    [[nodiscard]] std::vector<std::size_t> sortEdges(std::size_t tracks, Column<SliceEdge>& edges);
    void closeSlices(std::size_t tracks);
    void joinStages();
    void addPartsTo(TraceBuilder& builder, const std::vector<PerfettoTracks::Label>& labels);
    [[nodiscard]] std::vector<EventBatch> takeFlows(
        const std::vector<PerfettoTracks::Label>& labels);
    // Subtracts `originNs` from all times except those of counters. Gives the time range that the
    // events of each track cover then.
    [[nodiscard]] std::vector<PerfettoTracks::Extent> shiftTimes(std::size_t tracks,
                                                                 std::int64_t originNs);

    std::vector<JoinedPart> m_parts;
    std::vector<FlowPoint> m_flows;
    PerfettoCounters m_counters;
    std::vector<StageRow> m_stages;
    std::unordered_map<std::uint64_t, std::uint64_t, IdHash> m_aliases;
    std::vector<bool> m_isUsed;  // by PerfettoTrackId
    EdgeOrders m_orders;
    ImportIssues m_issues;
    std::optional<std::int64_t> m_firstTime;
    std::int64_t m_lastTime = 0;
};

}  // namespace gaplight
