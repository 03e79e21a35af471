// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/interaction/hit_test.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/scene/slices/pixel_walk.h"
#include "core/scene/slices/visible_samples.h"
#include "core/scene/slices/visible_slices.h"
#include "core/scene/timeline/track_scenes.h"
#include "core/scene/timeline/view_scenes.h"

namespace gaplight {
namespace {

constexpr float kGapReach = 3;
constexpr float kTriangleReach = 6;  // px around the triangle
constexpr int kSliceReach = 2;       // device pixels beside a slice that still hit it
constexpr double kHitReach = 3;      // pixels beside a hit on its track of hits
constexpr double kOverlayReach = 3;  // pixels beside an overlay that still hit it
constexpr double kStripReach = 2;    // pixels above a Lane overlay's strip
constexpr double kBracketReach = 6;  // pixels below its line

// Sink of a PixelWalk: finds the shown slice nearest to the pointer.
template <class Source>
class NearestToPointer {
public:
    NearestToPointer(const Source& source, double pointer)
        : m_source(&source), m_pointer(pointer) {}

    void narrow(std::int32_t pixel, std::size_t at) { consider(pixel, pixel + 1, at); }
    void wide(std::int32_t from, std::int32_t to, std::size_t at) { consider(from, to, at); }

    SliceId slice() const { return m_distance <= kSliceReach ? m_source->slice(m_at) : SliceId(); }

private:
    // On the common edge of two slices the right one is hit.
    void consider(double from, double to, std::size_t at) {
        const double distance = std::max({0.0, from - m_pointer, m_pointer - to});
        if (distance < m_distance || (distance == m_distance && from <= m_pointer)) {
            m_distance = distance;
            m_at = at;
        }
    }

    const Source* m_source;
    double m_pointer;
    double m_distance = std::numeric_limits<double>::max();
    std::size_t m_at = 0;
};

template <class Source>
SliceId nearestTo(double pointer, const Source& source, const PixelGrid& grid) {
    return PixelWalk(source, grid, NearestToPointer(source, pointer)).walk().slice();
}

// The slice drawn at a device pixel, otherwise the nearest within reach.
SliceId sliceAt(const TimelineInput& input, const Row& row, float x) {
    const double devicePixels = std::max(1.0, static_cast<double>(input.state.pixelRatio));
    const double pointer = static_cast<double>(x - input.viewport.timeLeft()) * devicePixels;
    // Only as far as the pointer, on the same pixel grid as the row is drawn.
    const double pixelsPerNs = devicePixels / input.viewport.nsPerPixel;
    const auto end = static_cast<std::int32_t>(std::floor(pointer)) + kSliceReach + 1;
    const PixelEdges edges(ns(input.viewport.begin), pixelsPerNs, std::max(end, 1));
    const PixelGrid grid = edges.grid();
    const DetailLevel* level = row.detailLevel(input.viewport.bucketShift(devicePixels));
    return level != nullptr ? nearestTo(pointer, VisibleSamples(row, *level, grid), grid)
                            : nearestTo(pointer, VisibleSlices(row, grid), grid);
}

// The overlay of a sequence at `time`, otherwise the nearest within reach.
OverlayId overlayAt(const TimelineInput& input, const OverlaySpan& overlays, Time time) {
    const Duration reach(std::llround(kOverlayReach * input.viewport.nsPerPixel));
    const std::size_t after = overlays.firstFrom(time + Duration(1));
    Duration nearest = reach + Duration(1);
    OverlayId best;
    const auto consider = [&](std::size_t position) {
        const TimeRange range = overlays.range(position);
        const Duration distance = std::max({Duration{}, range.begin - time, time - range.end});
        if (distance < nearest) {
            nearest = distance;
            best = overlays.id(position);
        }
    };
    if (after > 0) {
        consider(after - 1);
    }
    if (after < overlays.size()) {
        consider(after);
    }
    return best;
}

// overlayAt() over all sequences of a kind on one row of a track.
OverlayId overlayOnRow(const TimelineInput& input, OverlayKind kind, TrackId track, int row,
                       Time time) {
    for (const OverlaySequence& sequence : input.model.overlays->sequences(kind, track)) {
        if (sequence.row == row && sequence.level < OverlaySequence::kMaxLevels) {
            const OverlayId overlay =
                overlayAt(input, input.model.overlays->overlays(sequence), time);
            if (overlay.isValid()) {
                return overlay;
            }
        }
    }
    return {};
}

void hitOverlay(OverlayId overlay, Hit& hit) {
    if (overlay.isValid()) {
        hit.overlay = overlay;
        hit.kind = HitKind::Overlay;
    }
}

// The strip of a GPU: a gap with an overlay, else what is around the pointer.
void hitStrip(const TimelineInput& input, GpuId gpu, float x, Hit& hit) {
    hitOverlay(overlayAt(input, input.model.overlays->gaps(gpu), hit.time), hit);
    const BusyProfile* profile = busyProfileOf(input.model, gpu);
    if (hit.kind == HitKind::Lane && profile != nullptr) {
        const TimeRange around{input.viewport.timeAt(x - kGapReach),
                               input.viewport.timeAt(x + kGapReach)};
        hit.gap = profile->gapIn(around);
        hit.isEarlier = profile->earlierWithin(around) > Duration::zero();
    }
}

const Lane* pinnedAt(const TimelineInput& input, float y) {
    for (const Lane& lane : input.layout.pinnedLanes()) {
        const double inside = static_cast<double>(y - Viewport::kRulerHeight) - lane.y;
        if (inside >= 0 && inside < lane.height && y < input.viewport.tracksTop()) {
            return &lane;
        }
    }
    return nullptr;
}

// The pinned track at a y below the strips, or lanes().size().
std::size_t pinnedTrackAt(const TrackLayout& layout, double insideY) {
    for (const std::uint32_t index : layout.pinnedTracks()) {
        const Lane& lane = layout.lanes()[index];
        if (insideY >= lane.y && insideY < lane.y + lane.height) {
            return index;
        }
    }
    return layout.lanes().size();
}

// Finds the slice of a row, and the overlay at the pointer: a bracket along the top edge, otherwise
// the slice's own overlay, otherwise one near the pointer.
void hitRow(const TimelineInput& input, const Lane& lane, float x, int number, double insideY,
            Hit& hit) {
    const bool onlyHits = input.model.hits != nullptr && input.state.onlyHits;
    const RowIndex& rows = onlyHits ? input.model.hits->rows() : *input.model.rows;
    const Row row = rows.row(*input.model.trace, lane.track, static_cast<std::uint16_t>(number));
    hit.slice = sliceAt(input, row, x);
    if (hit.slice.isValid()) {
        hit.kind = HitKind::Slice;
    }
    if (!input.state.showOverlays) {
        return;
    }
    if (insideY < kBracketReach) {
        hit.overlay = overlayOnRow(input, OverlayKind::Bracket, lane.track, number, hit.time);
    }
    if (!hit.overlay.isValid() && hit.slice.isValid()) {
        hit.overlay = input.model.overlays->ofSlice(hit.slice);
    }
    for (const OverlayKind kind :
         {OverlayKind::BlockingCall, OverlayKind::Outline, OverlayKind::Bracket}) {
        if (!hit.overlay.isValid() && (!hit.slice.isValid() || kind != OverlayKind::Bracket)) {
            hit.overlay = overlayOnRow(input, kind, lane.track, number, hit.time);
        }
    }
    if (hit.overlay.isValid() && !hit.slice.isValid()) {
        hit.kind = HitKind::Overlay;
    }
}

// The pin nearest to x, within reach.
InstantId instantAt(const TimelineInput& input, TrackId track, float x) {
    if (input.model.instants == nullptr) {
        return {};
    }
    const Viewport& view = input.viewport;
    const auto reach = static_cast<double>(kInstantReach);
    InstantId best;
    double nearest = reach;
    for (const InstantId id : input.model.instants->from(
             *input.model.trace, track, view.timeAt(static_cast<double>(x) - reach))) {
        const double at = view.x(input.model.trace->instants()[id.index()].time);
        if (at > static_cast<double>(x) + reach) {
            break;
        }
        if (std::abs(at - static_cast<double>(x)) <= nearest) {
            nearest = std::abs(at - static_cast<double>(x));
            best = id;
        }
    }
    return best;
}

// A search hit on a row that is not shown: drawn above the first line or below the last.
SliceId foldedHitAt(const TimelineInput& input, const Lane& lane, float x, double insideY) {
    constexpr double kReach = 4;  // into the row beside it
    const double below = static_cast<double>(lane.height - TrackLayout::kLaneGap) - kReach;
    const bool isAbove = insideY < kReach;
    SliceId found;
    if (input.model.hits == nullptr || (!isAbove && insideY < below)) {
        return found;
    }
    const int rows = input.model.trace->tracks()[lane.track.index()].rows;
    const int first = isAbove ? 0 : lane.firstRow + lane.visibleRows;
    for (int row = first; row < (isAbove ? lane.firstRow : rows) && !found.isValid(); ++row) {
        const auto number = static_cast<std::uint16_t>(row);
        found =
            sliceAt(input, input.model.hits->rows().row(*input.model.trace, lane.track, number), x);
    }
    return found;
}

void hitTrack(const TimelineInput& input, const Lane& lane, float x, double insideY, Hit& hit) {
    const auto pitch = static_cast<double>(input.layout.rowPitch());
    const auto line = static_cast<int>(insideY / pitch);
    const int number = lane.firstRow + line;
    hit.row = static_cast<std::uint16_t>(number);
    if (const SliceId folded = foldedHitAt(input, lane, x, insideY); folded.isValid()) {
        hit.kind = HitKind::Slice;
        hit.slice = folded;
        hit.isFolded = true;
        return;
    }
    if (insideY < static_cast<double>(kInstantHeight)) {
        hit.instant = instantAt(input, lane.track, x);
        if (hit.instant.isValid()) {
            hit.kind = HitKind::Instant;
            return;
        }
    }
    const double insideRow = insideY - line * pitch;
    const int rows = input.model.trace->tracks()[lane.track.index()].rows;
    if (line < lane.visibleRows && number < rows &&
        insideRow < static_cast<double>(input.layout.rowHeight())) {
        hitRow(input, lane, x, number, insideRow, hit);
    }
}

void hitAnnotations(const TimelineInput& input, const Lane& lane, double insideY, Hit& hit) {
    const auto gpu = input.layout.groups()[lane.group].gpu;
    const AnnotationRows* all = annotationRowsOf(input.model.annotations, gpu.value_or(GpuId()));
    const auto number = static_cast<int>(insideY / static_cast<double>(input.layout.rowPitch()));
    if (all == nullptr || number >= lane.visibleRows ||
        static_cast<std::size_t>(number) >= all->rowCount()) {
        return;
    }
    const Duration reach(std::llround(kSliceReach * input.viewport.nsPerPixel));
    if (const AnnotationSpan* span = all->at(static_cast<std::size_t>(number), hit.time, reach)) {
        hit.kind = HitKind::Slice;
        hit.slice = span->annotation;
        hit.mirrored = span->range;
    }
}

std::int32_t noteAt(const TimelineInput& input, float x) {
    for (const NoteFlag& flag : noteFlags(input)) {
        if (x >= flag.x - 1 && x <= flag.x + flag.width) {
            return static_cast<std::int32_t>(flag.note);
        }
    }
    return -1;
}

constexpr float kFlagReach = 2;  // pixels beside the flag of a cursor that still hit it

std::int32_t cursorAt(const TimelineInput& input, float x) {
    for (const CursorFlag& flag : cursorFlags(input)) {
        if (x >= flag.x - kFlagReach && x <= flag.x + flag.width + kFlagReach) {
            return static_cast<std::int32_t>(flag.cursor);
        }
    }
    return -1;
}

void hitRuler(const TimelineInput& input, float x, Hit& hit) {
    hit.cursor = cursorAt(input, x);
    hit.note = hit.cursor < 0 ? noteAt(input, x) : -1;
    hit.kind = hit.cursor >= 0 ? HitKind::Cursor : hit.note >= 0 ? HitKind::Note : HitKind::Ruler;
}

void hitNames(const TimelineInput& input, float x, double insideY, Hit& hit) {
    const TrackLayout& layout = input.layout;
    const Lane& lane = layout.lanes()[hit.lane];
    const Box box = triangleBox(lane, 0);
    const bool onTriangle =
        lane.collapsible && x >= box.x - kTriangleReach && x < box.x + box.width + kTriangleReach &&
        insideY >= box.y - kTriangleReach && insideY < box.y + box.height + kTriangleReach;
    hit.kind = onTriangle || layout.isMore(hit.lane)         ? HitKind::Triangle
               : isOnRowLimit(input.viewport, lane, insideY) ? HitKind::RowLimit
                                                             : HitKind::Name;
}

// A track of hits: the slice at the pointer, with the lane of its own track. False of other lanes.
bool hitHits(const TimelineInput& input, const Lane& lane, float x, Hit& hit) {
    const HitTrack* track = hitTrackOf(input.model, lane);
    if (track == nullptr || x < input.viewport.timeLeft()) {
        return lane.kind == LaneKind::Hits;
    }
    const Duration reach(std::llround(kHitReach * input.viewport.nsPerPixel));
    hit.hitTrack = lane.counter;
    if (track->hits) {
        hit.slice = track->at(*input.model.trace, hit.time, reach);
    } else if (const auto span = track->spanAt(hit.time, reach)) {
        hit.kind = HitKind::Span;
        hit.span = static_cast<std::uint32_t>(*span);
        hit.slice = track->spans[*span].slice;
    } else {
        hit.kind = HitKind::Lane;
    }
    if (hit.slice.isValid()) {
        hit.kind = HitKind::Slice;
        hit.lane = input.layout.laneOf(input.model.trace->trackOf(hit.slice));
    }
    return true;
}

}  // namespace

Hit hitTest(const TimelineInput& input, float x, float y) {
    Hit hit;
    const Viewport& view = input.viewport;
    hit.time = view.timeAt(x);
    hit.lane = input.layout.lanes().size();
    if (y < Viewport::kRulerHeight) {
        hitRuler(input, x, hit);
        return hit;
    }
    if (const Lane* pinned = pinnedAt(input, y)) {
        if (hitHits(input, *pinned, x, hit)) {
            return hit;
        }
        const Group& group = input.layout.groups()[pinned->group];
        hit.lane = group.firstLane;
        hit.kind = x < view.timeLeft() ? HitKind::Name : HitKind::Lane;
        if (hit.kind == HitKind::Lane && pinned->kind == LaneKind::Utilization &&
            input.state.showOverlays) {
            hitStrip(input, *group.gpu, x, hit);
        }
        return hit;
    }
    double contentY = static_cast<double>(y - view.tracksTop()) + view.scrollY;
    hit.lane = input.layout.laneAt(contentY);
    if (y < view.tracksTop()) {
        contentY = static_cast<double>(y - Viewport::kRulerHeight - input.layout.stripsHeight());
        hit.lane = pinnedTrackAt(input.layout, contentY);
    }
    if (hit.lane == input.layout.lanes().size()) {
        return hit;
    }
    const Lane& lane = input.layout.lanes()[hit.lane];
    if (x < view.timeLeft()) {
        hitNames(input, x, contentY - lane.y, hit);
        return hit;
    }
    hit.kind = HitKind::Lane;
    if (lane.kind == LaneKind::Slices) {
        hitTrack(input, lane, x, contentY - lane.y, hit);
    } else if (lane.kind == LaneKind::Annotations) {
        hitAnnotations(input, lane, contentY - lane.y, hit);
        return hit;
    }
    if (hit.kind == HitKind::Lane && input.state.showOverlays) {
        const auto gpu = input.layout.groups()[lane.group].gpu;
        if (gpu && lane.kind != LaneKind::Counter) {
            hitOverlay(overlayAt(input, input.model.overlays->gaps(*gpu), hit.time), hit);
        }
        const double strip = contentY - lane.y - (lane.height - TrackLayout::kLaneGap);
        if (hit.kind == HitKind::Lane && lane.kind == LaneKind::Slices && strip >= -kStripReach) {
            hitOverlay(overlayOnRow(input, OverlayKind::Band, lane.track, 0, hit.time), hit);
        }
    }
    return hit;
}

namespace {

// The search hit whose tick is nearest to a point, within reach of it.
SliceId searchHitAt(const OverviewInput& input, const OverviewGeometry& geometry, float x,
                    float y) {
    constexpr float kReach = 4;  // px
    if (input.model.hits == nullptr || y < input.height - OverviewGeometry::kHitTick - kReach) {
        return {};
    }
    const Trace& trace = *input.model.trace;
    const auto hits = input.model.hits->byTime();
    const auto distance = [&](SliceId slice) {
        return std::abs(geometry.x(trace.slices().start(slice)) - x);
    };
    const std::size_t after = input.model.hits->rankFrom(trace, geometry.timeAt(x));
    SliceId nearest;
    for (std::size_t at = after == 0 ? 0 : after - 1; at <= after && at < hits.size(); ++at) {
        const bool isNearer = !nearest.isValid() || distance(hits[at]) < distance(nearest);
        nearest = distance(hits[at]) <= kReach && isNearer ? hits[at] : nearest;
    }
    return nearest;
}

}  // namespace

OverviewHit hitTestOverview(const OverviewInput& input, float x, float y) {
    const OverviewGeometry geometry(input);
    OverviewHit hit;
    hit.time = geometry.timeAt(x);
    hit.slice = searchHitAt(input, geometry, x, y);
    constexpr float kReach = OverviewGeometry::kHandleWidth;
    const bool narrow = geometry.windowRight - geometry.windowLeft < 3 * kReach;
    // The handles of a narrow window reach outwards, so that its middle can be dragged.
    const float inside = narrow ? 2 : kReach;
    if (x >= geometry.windowLeft - kReach && x < geometry.windowLeft + inside) {
        hit.kind = OverviewHitKind::LeftHandle;
    } else if (x > geometry.windowRight - inside && x <= geometry.windowRight + kReach) {
        hit.kind = OverviewHitKind::RightHandle;
    } else if (x >= geometry.windowLeft && x <= geometry.windowRight) {
        hit.kind = OverviewHitKind::Window;
    }
    return hit;
}

}  // namespace gaplight
