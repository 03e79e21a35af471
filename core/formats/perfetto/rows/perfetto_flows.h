// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/formats/perfetto/rows/perfetto_part.h"
#include "core/formats/perfetto/rows/perfetto_tracks.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// Flows of a whole trace. An event lists the flows that pass through it or end at it, but not those
// that begin at it: which event is the first of a flow is known only after all have been read.
class PerfettoFlows {
public:
    void add(const PerfettoPart::Flow& flow, PerfettoTrackId track) {
        m_points.push_back(
            {flow.id, flow.moment.time, flow.moment.event, track, flow.isTerminating});
    }
    // Subtracts `originNs` from all times.
    void shiftTimes(std::int64_t originNs);
    // The flows by id and time, in batches, without those of a single event. Uses all cores.
    // O(n log n).
    [[nodiscard]] std::vector<EventBatch> takeBatches(
        const std::vector<PerfettoTracks::Label>& labels);

private:
    struct Point {
        std::uint64_t id = 0;
        std::int64_t time = 0;
        EventId event;
        PerfettoTrackId track;
        bool isTerminating = false;
    };

    // The points from `first` to `last`, all points being sorted.
    void takePoints(std::size_t first, std::size_t last,
                    const std::vector<PerfettoTracks::Label>& labels, EventBatch& batch) const;

    std::vector<Point> m_points;
};

}  // namespace gaplight
