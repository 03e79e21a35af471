// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/scene/display/color_ref.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/model/busy_profile.h"
#include "core/scene/model/range_sums.h"
#include "core/scene/timeline/timeline_scene.h"
#include "core/trace/ids.h"

namespace gaplight {

// A time interval on one row of a track.
struct RowInterval {
    TrackId track;
    std::uint16_t row = 0;
    TimeRange range;
};

// Time intervals grouped by row, so that the visible ones are found in O(log n). Immutable.
class RowIntervals {
public:
    // The intervals of one row, in time order, without overlap.
    struct Row {
        TrackId track;
        std::uint16_t row = 0;
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };

    RowIntervals() = default;
    // `intervals` in any order. If two overlap on a row, the later one is cut to start where the
    // earlier one ends; empty ones are dropped. O(n log n).
    [[nodiscard]] static RowIntervals build(std::vector<RowInterval> intervals);

    bool empty() const { return m_ranges.empty(); }
    // The rows of a track, top to bottom. O(log rows).
    std::span<const Row> rows(TrackId track) const;
    std::span<const TimeRange> ranges(const Row& row) const {
        return std::span(m_ranges).subspan(row.first, row.count);
    }

private:
    std::vector<Row> m_rows;
    std::vector<TimeRange> m_ranges;
};

// What a critical path passes in one kind of time.
struct PathPart {
    Role color;
    RangeSums time;
};

// Where the last GPU work of a prediction ends.
struct PredictedEnd {
    Time at;
    std::string text;  // "140 ms predicted, 1.05× as fast"; empty: no saving is to be shown
};

// Result of a replay as intervals on the rows of tracks.
struct ReplayIntervals {
    RowIntervals ghosts;                 // predicted positions of calls and activities
    RowIntervals path;                   // the critical path
    std::vector<BusyProfile> predicted;  // predicted time of the GPUs; empty: none is drawn
    std::optional<PredictedEnd> end;     // of `predicted`, also where that is of a part alone
    std::vector<PathPart> pathParts;     // the critical path by kind; empty: none is drawn

    // Whether addReplayStrips() has anything to draw.
    bool hasStrips() const { return end.has_value() || !pathParts.empty(); }
};

// Adds a simulation's result to a list that buildTimeline() has built from the same input: lines of
// predicted slices of 12 px or more along the lower edge of visible rows, the critical path as a
// bar along the upper edge. O(visible rows × pixels × log n).
void addReplay(const TimelineInput& input, const ReplayIntervals& intervals, DisplayList& list);

// The part with most time of the path in a range; null if the path has none there. O(log n).
[[nodiscard]] const PathPart* mainPathPart(std::span<const PathPart> path, TimeRange range);

// Draws a replay's result on the strips below those of the GPUs' measured time, in place of the
// host's lead (TimelineState::showsReplay): the predicted time of the GPU on the same scale, with
// the text of its end as a flag there, and the critical path as one band. O(pixels × log n).
void addReplayStrips(const TimelineInput& input, const ReplayIntervals& intervals,
                     const TextMeasure& measure, DisplayList& list);

}  // namespace gaplight
