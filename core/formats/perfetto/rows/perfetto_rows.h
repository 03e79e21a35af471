// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/formats/perfetto/rows/joined_part.h"
#include "core/formats/perfetto/rows/perfetto_counters.h"
#include "core/formats/perfetto/rows/perfetto_flows.h"
#include "core/formats/perfetto/rows/perfetto_part.h"
#include "core/formats/perfetto/rows/perfetto_tracks.h"
#include "core/formats/perfetto/rows/slice_pairing.h"
#include "core/formats/perfetto/rows/stage_correlations.h"
#include "core/trace/event_batch.h"
#include "core/trace/trace_builder.h"

namespace gaplight {

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
    // The tracks that have rows, with what they are called.
    [[nodiscard]] EventBatch namesOfTracks(const std::vector<PerfettoTracks::Label>& labels) const;

    std::vector<JoinedPart> m_parts;
    PerfettoFlows m_flows;
    PerfettoCounters m_counters;
    StageCorrelations m_stages;
    std::vector<bool> m_isUsed;  // by PerfettoTrackId
    EdgeOrders m_orders;
    std::optional<std::int64_t> m_firstTime;
    std::int64_t m_lastTime = 0;
};

}  // namespace gaplight
