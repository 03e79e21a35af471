// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"
#include "core/trace/ids.h"

namespace gaplight {

// Draws the host annotations mirrored above the streams of a GPU: paler than slices, with a bright
// top edge, so that they are not mistaken for GPU work. Annotations narrower than a bucket of the
// level of detail are joined with their neighbors in it.
// O(visible rows × pixels × log spans).
void drawAnnotations(Frame& frame, const Lane& lane);

// Where a curve is drawn, and the values at its lower and upper edge.
struct CurveArea {
    float top = 0;
    float height = 0;
    double low = 0;
    double high = 1;
    ClipIndex clip = 0;
    Time end = Time::max();  // nothing is drawn from here on
    // Color of a line along the base where the curve is at `low`; empty: no line.
    std::optional<Role> baseColor = {};
};

// Draws a step line over a filled area; each pixel shows the smallest and the largest value within
// it. O(pixels × log values).
void drawCurve(Frame& frame, const CounterCurve& curve, const CurveArea& area);

// Draws a counter, from zero or its smallest value to its largest.
void drawCounter(Frame& frame, const Lane& lane);

// Largest value of a counter's scale, shown beside its name: "12.3 GB", "4.5 k".
[[nodiscard]] std::string scaleText(const CounterCurve& curve);
// Formats a value of a counter: "3.42 GB", "17".
[[nodiscard]] std::string counterText(CounterUnit kind, double value);

// The curve of a GPU; null if none.
[[nodiscard]] const QueueCurve* queueCurveOf(const SceneModel& model, GpuId gpu);

// Draws how far the host is ahead of a GPU: an area on a logarithmic scale from 1 µs to 10 ms or
// the longest lead, with lines at 10 µs and 1 ms; a red line at the base where the queue is empty.
// `lane`: of the kind QueueLead. O(pixels × log points).
void drawQueue(Frame& frame, const Lane& lane, GpuId gpu);

// Draws its name and, at its lines, their leads.
void drawQueueName(Frame& frame, const Lane& lane);

// The track that a lane of the kind Hits shows; null if it shows none.
[[nodiscard]] const HitTrack* hitTrackOf(const SceneModel& model, const Lane& lane);

// Draws the hits of a search: a box with the name where a hit has its own pixels, otherwise columns
// as high as the share of their time that hits cover. O(pixels × log hits).
void drawHitTrack(Frame& frame, const Lane& lane);

// Draws the instant events of a track as pins at its upper edge; overlapping pins become one.
// O(pixels × log n).
void drawInstants(Frame& frame, const Lane& lane);

// Hit area of a pin: pixels left and right of it, and below the upper edge.
inline constexpr float kInstantReach = 4;
inline constexpr float kInstantHeight = 8;

// Draws the names column: background, and per lane the triangle, the title (kept visible while any
// part of the lane is) and the detail text at the right.
void drawNamesColumn(Frame& frame);
void drawName(Frame& frame, const Lane& lane);
inline constexpr std::string_view kFewerRows = "fewer rows";
// Draws the link at the lower end of the name of a deep thread that is not pinned, or of one with
// folded frames, in view while the lane is: "+22 rows", or kFewerRows where all are shown. `lane`:
// index into TrackLayout::lanes(). Figures are without links.
void drawRowLimit(Frame& frame, std::size_t lane);
// Whether a point of the names column is on that link. `insideY`: below the lane's top.
[[nodiscard]] bool isOnRowLimit(const Viewport& view, const Lane& lane, double insideY);
// Draws the name of a pinned GPU and its busy share in the visible range.
void drawPinnedName(Frame& frame, const Lane& lane);

// Title and detail text of a lane, on two lines, if the column has no room for both; else empty.
[[nodiscard]] std::string cutName(const TimelineInput& input, const TextMeasure& measure,
                                  const Lane& lane);

// Rectangle of a lane's triangle; also used for hit testing.
[[nodiscard]] Box triangleBox(const Lane& lane, float laneY);

// Destination of a GPU utilization profile.
struct UtilizationArea {
    Box box;
    std::int64_t beginNs = 0;  // at the left edge
    double nsPerPixel = 1;
    ClipIndex clip = 0;
    bool showsIdle = true;         // by class; else idle time is left empty
    std::uint8_t idleAlpha = 255;  // of the stripes of idle time
    double leastColumn = 1;        // width of a column in pixels: this to twice as much
};

// Draws the time of a GPU as stacked columns: computing, communication alone and copies alone from
// the lower edge up, idle time hatched above them; what ran before the window is pale. Columns are
// one to two pixels wide, at multiples of their width in absolute time. Idle time is one shape for
// each interval of one color, below the columns. O(pixels × log gaps).
void drawUtilization(DisplayList& list, const BusyProfile& profile, const UtilizationArea& area);

// The profile of a GPU; null if none.
[[nodiscard]] const BusyProfile* busyProfileOf(const SceneModel& model, GpuId gpu);

}  // namespace gaplight
