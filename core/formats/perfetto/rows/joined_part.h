// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/formats/perfetto/rows/perfetto_part.h"
#include "core/formats/perfetto/rows/perfetto_tracks.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// Rows of a PerfettoPart with the tracks that they have in the whole trace.
struct JoinedPart {
    EventBatch batch;
    std::vector<PerfettoTrackId> tracks;  // by BatchTrack
    std::vector<std::uint32_t> edges;     // by BatchTrack: begins and ends of slices
    std::vector<PerfettoPart::End> ends;
};

// Subtracts `originNs` from all times. Returns for each of `tracks` tracks the time range of its
// slices and instants afterwards. Uses all cores.
[[nodiscard]] std::vector<PerfettoTracks::Extent> shiftTimes(std::span<JoinedPart> parts,
                                                             std::size_t tracks,
                                                             std::int64_t originNs);

// Names the tracks of each part, and moves its rows out.
[[nodiscard]] std::vector<EventBatch> takeBatches(std::span<JoinedPart> parts,
                                                  const std::vector<PerfettoTracks::Label>& labels);

}  // namespace gaplight
