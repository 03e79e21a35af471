// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/interaction/navigation.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/scene/model/flow_chain.h"

namespace gaplight {
namespace {

constexpr double kFocusMargin = 0.1;
constexpr int kArrowMargin = 10;     // this part of the view is left beside both ends of an arrow
constexpr double kMarginBelow = 24;  // below the last track
constexpr int kFilledPercent = 95;   // of the view, by a slice that fills it

SliceId neighbor(const SceneModel& model, SliceId slice, int step) {
    if (!slice.isValid()) {
        return {};
    }
    const Trace& trace = *model.trace;
    const Row row = model.rows->row(trace, trace.trackOf(slice), trace.slices().row(slice));
    const auto position = static_cast<std::int64_t>(row.positionOf(slice)) + step;
    const bool exists = position >= 0 && position < static_cast<std::int64_t>(row.size());
    return exists ? row.slice(static_cast<std::size_t>(position)) : SliceId();
}

// Expands the track of a slice.
void openFor(const SceneModel& model, TrackLayout& layout, SliceId slice) {
    const TrackId track = model.trace->trackOf(slice);
    const std::uint16_t row = model.trace->slices().row(slice);
    const std::size_t lane = layout.laneOf(track);
    if (lane < layout.lanes().size() &&
        (layout.lanes()[lane].height == 0 || !layout.lanes()[lane].showsRow(row))) {
        layout.reveal(track, row);
    }
}

// Content y of rows, from the top of the first to the lower edge of the last.
struct RowsExtent {
    double top = 0;
    double bottom = 0;

    double height() const { return bottom - top; }
};

// Of the row of a slice; empty: it does not scroll.
std::optional<RowsExtent> rowOf(const SceneModel& model, const TrackLayout& layout, SliceId slice) {
    const std::size_t lane = layout.laneOf(model.trace->trackOf(slice));
    if (lane == layout.lanes().size() || layout.lanes()[lane].pinned) {
        return std::nullopt;
    }
    const double top = layout.rowY(lane, model.trace->slices().row(slice));
    return RowsExtent{top, top + static_cast<double>(layout.rowPitch())};
}

// Scrolls just enough; to the middle if the rows are far away.
double scrollFor(const Viewport& view, const std::optional<RowsExtent>& rows) {
    const double visible = view.tracksHeight();
    if (!rows || (rows->top >= view.scrollY && rows->bottom <= view.scrollY + visible)) {
        return view.scrollY;
    }
    return (rows->top + rows->bottom - visible) / 2;
}

// Leading rows of a track of which one slice fills a part of the view. O(rows log slices).
std::uint16_t filledRows(const SceneModel& model, TrackId track, TimeRange view) {
    const Trace& trace = *model.trace;
    const TimeRange all = trace.range();
    const TimeRange range{std::max(view.begin, all.begin), std::min(view.end, all.end)};
    const auto least = Duration(range.length().count() / 100 * kFilledPercent);
    const Time center = range.begin + range.length() / 2;
    std::uint16_t rows = 0;
    for (; range.length() > Duration::zero() && rows < trace.tracks()[track.index()].rows; ++rows) {
        const Row row = model.rows->row(trace, track, rows);
        const std::size_t after = row.firstFrom(center);
        if (after == 0) {
            break;
        }
        const Time begin = std::max(row.start(after - 1), range.begin);
        if (std::min(row.end(after - 1), range.end) - begin < least) {
            break;
        }
    }
    return rows;
}

// Expands the tracks of both ends of an arrow where they fit into the view together, rows between
// them folded if need be; else that of `to` alone. Returns the rows to be shown.
std::optional<RowsExtent> openForArrow(const SceneModel& model, TrackLayout& layout,
                                       const Viewport& view, SliceId from, SliceId to) {
    layout.unfoldBetween();
    openFor(model, layout, to);
    const auto shown = rowOf(model, layout, to);
    TrackLayout both = layout;
    openFor(model, both, from);
    const auto extent = [&]() -> std::optional<RowsExtent> {
        const auto begin = rowOf(model, both, from);
        const auto end = rowOf(model, both, to);
        return begin && end ? std::optional(RowsExtent{std::min(begin->top, end->top),
                                                       std::max(begin->bottom, end->bottom)})
                            : std::nullopt;
    };
    std::optional<RowsExtent> rows = extent();
    if (!rows) {
        return shown ? shown : rowOf(model, both, from);
    }
    const double height = view.tracksHeight();
    if (rows->height() > height) {
        const auto rowIn = [&](SliceId slice) { return model.trace->slices().row(slice); };
        if (!both.foldBetween(model.trace->trackOf(from), rowIn(from), model.trace->trackOf(to),
                              rowIn(to), height)) {
            return shown;
        }
        rows = extent();
    }
    layout = std::move(both);
    return rows;
}

}  // namespace

SliceId nextSlice(const SceneModel& model, SliceId slice) {
    return neighbor(model, slice, 1);
}

SliceId previousSlice(const SceneModel& model, SliceId slice) {
    return neighbor(model, slice, -1);
}

SliceId parentSlice(const SceneModel& model, SliceId slice) {
    return slice.isValid() ? model.trace->slices().parent(slice) : SliceId();
}

SliceId firstChildSlice(const SceneModel& model, SliceId slice) {
    if (!slice.isValid()) {
        return {};
    }
    // Slices of a track are sorted by (start, -duration): a first child follows its parent at
    // once, but for slices that overlap without nesting.
    const SliceTable& slices = model.trace->slices();
    const Track& track = model.trace->tracks()[model.trace->trackOf(slice).index()];
    const std::size_t end = track.firstSlice.index() + track.sliceCount;
    for (std::size_t i = slice.index() + 1; i < end; ++i) {
        if (slices.start(SliceId(i)) >= slices.end(slice)) {
            break;
        }
        if (slices.parent(SliceId(i)) == slice) {
            return SliceId(i);
        }
    }
    return {};
}

SliceId flowTarget(const SceneModel& model, SliceId slice) {
    const FlowEnds ends = flowEnds(model, slice);
    return ends.to.empty() ? SliceId() : ends.to.front();
}

SliceId flowSource(const SceneModel& model, SliceId slice) {
    const FlowEnds ends = flowEnds(model, slice);
    return ends.from.empty() ? SliceId() : ends.from.front();
}

Viewport revealSlice(const SceneModel& model, TrackLayout& layout, const Viewport& viewport,
                     SliceId slice) {
    if (!slice.isValid()) {
        return viewport;
    }
    openFor(model, layout, slice);
    const ViewLimits limits = viewLimits(model, layout);
    Viewport next = revealing(viewport, model.trace->slices().range(slice), limits);
    next.scrollY = scrollFor(next, rowOf(model, layout, slice));
    return clamped(next, limits);
}

Viewport revealArrow(const SceneModel& model, TrackLayout& layout, const Viewport& viewport,
                     SliceId from, SliceId to) {
    const SliceTable& slices = model.trace->slices();
    const auto [begin, end] = std::minmax({slices.start(from), slices.start(to)});
    const Duration beside = viewport.range().length() / kArrowMargin;
    const TimeRange wanted{begin - beside, end + beside};
    const auto inTime = [&](const Viewport& view) {
        const ViewLimits limits = viewLimits(model, layout);
        return wanted.length() <= viewport.range().length()
                   ? revealing(view,
                               {std::max(wanted.begin, limits.range.begin),
                                std::min(wanted.end, limits.range.end)},
                               limits)
                   : fitted(view, {begin, end}, limits, 1.0 / kArrowMargin);
    };
    foldFilledRows(model, layout, inTime(viewport).range(), to);
    Viewport next = viewport;
    next.scrollY = scrollFor(viewport, openForArrow(model, layout, viewport, from, to));
    return inTime(next);
}

bool foldFilledRows(const SceneModel& model, TrackLayout& layout, TimeRange view, SliceId kept,
                    std::optional<std::size_t> still) {
    const std::span<const Lane> lanes = layout.lanes();
    std::vector<std::uint16_t> rows(lanes.size());
    for (std::size_t at = 0; at < lanes.size(); ++at) {
        const Lane& lane = lanes[at];
        const bool folds = lane.kind == LaneKind::Slices && !lane.pinned && lane.height > 0 &&
                           layout.groups()[lane.group].kind != GroupKind::Gpu;
        rows[at] = folds ? filledRows(model, lane.track, view) : lane.filledRows;
        if (still == at || still == kAllLanes) {
            rows[at] = std::min(rows[at], lane.filledRows);
        }
    }
    const std::size_t own =
        kept.isValid() ? layout.laneOf(model.trace->trackOf(kept)) : lanes.size();
    if (own < lanes.size()) {
        const auto above = static_cast<std::uint16_t>(model.trace->slices().row(kept) + 1);
        rows[own] = std::min(rows[own], above);
    }
    return layout.setFilledRows(rows);
}

Viewport focusOn(const SceneModel& model, TrackLayout& layout, const Viewport& viewport,
                 SliceId slice, std::optional<TimeRange> range) {
    if (slice.isValid()) {
        openFor(model, layout, slice);
    }
    const ViewLimits limits = viewLimits(model, layout);
    if (slice.isValid()) {
        Viewport next = fitted(viewport, model.trace->slices().range(slice), limits, kFocusMargin);
        next.scrollY = scrollFor(next, rowOf(model, layout, slice));
        return clamped(next, limits);
    }
    return range ? fitted(viewport, *range, limits, kFocusMargin / 2)
                 : fitted(viewport, model.trace->range(), limits);
}

ViewLimits viewLimits(const SceneModel& model, const TrackLayout& layout,
                      std::optional<TimeRange> shared) {
    TimeRange range = model.trace->range();
    if (shared) {
        range = {std::min(range.begin, shared->begin), std::max(range.end, shared->end)};
    }
    return {range, layout.contentHeight() + kMarginBelow, layout.pinnedHeight(),
            shared ? std::nullopt : model.mainRange};
}

}  // namespace gaplight
