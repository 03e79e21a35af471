// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/timeline_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/base/intervals.h"
#include "core/scene/arrows/flow_scene.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/display/occupied_spans.h"
#include "core/scene/model/frame.h"
#include "core/scene/overlays/overlay_scene.h"
#include "core/scene/slices/slice_scene.h"
#include "core/scene/timeline/time_ruler.h"
#include "core/scene/timeline/track_scenes.h"
#include "core/scene/timeline/view_scenes.h"

namespace gaplight {
namespace {

// The part of a view from the view's `tracksTop()` down to `bottom`.
Frame makeFrame(const TimelineInput& input, const TextMeasure& measure, DisplayList& list,
                float bottom) {
    const Viewport& view = input.viewport;
    Frame frame{input, measure, list};
    frame.left = view.timeLeft();
    frame.right = std::max(view.width, frame.left + 1);
    frame.top = view.tracksTop();
    frame.bottom = std::max(bottom, frame.top);
    frame.devicePixels = std::max(1.0, static_cast<double>(input.state.pixelRatio));
    frame.pixelLength = 1 / frame.devicePixels;
    frame.devicePerNs = frame.devicePixels / view.nsPerPixel;
    frame.beginNs = ns(view.begin);
    frame.bucketShift = view.bucketShift(frame.devicePixels);
    const float height = frame.bottom - frame.top;
    const float width = frame.right - frame.left;
    constexpr float kBody = Viewport::kRulerHeight;
    frame.timeClip = list.addClip({frame.left, frame.top, width, height});
    frame.namesClip = list.addClip({0, frame.top, frame.left, height});
    frame.bodyClip = list.addClip({frame.left, kBody, width, frame.bottom - kBody});
    return frame;
}

void drawLaneGround(Frame& frame, const Lane& lane, bool alternate) {
    const bool isHeader = lane.kind == LaneKind::GroupHeader;
    if (!isHeader && !alternate) {
        return;
    }
    frame.list.rects.push_back(
        {{frame.left, frame.snappedY(lane.y), frame.right - frame.left, lane.height},
         isHeader ? Role::TrackHeader : Role::AlternateRow,
         255,
         Layer::Background,
         frame.timeClip});
}

// Says what the pale part of a GPU's strip is, where there is room.
void drawEarlierLabel(Frame& frame, const BusyProfile& profile, const Box& strip) {
    constexpr float kMargin = 6;
    constexpr std::array kLabels{kEarlierLabel, std::string_view("before the capture, not counted"),
                                 std::string_view("not counted")};
    const TimeRange part = commonPart(profile.earlierSpan(), frame.range());
    const float x0 = std::max(frame.x(part.begin), frame.left);
    const float x1 = std::min(frame.x(part.end), frame.right);
    TextItem item;
    item.x = std::round(x0 + kMargin);
    item.baselineY = strip.y + strip.height / 2 + 4;
    item.color = Role::Text;
    item.layer = Layer::Overlays;
    item.clip = frame.bodyClip;
    for (const std::string_view label : kLabels) {
        if (addWholeText(frame.list, frame.measure, label, x1 - x0 - 2 * kMargin, item)) {
            return;
        }
    }
}

constexpr std::uint8_t kStripIdle = 190;  // gaps of a finding are drawn over it

// A GPU's busy share and gaps, how far the host is ahead of it, the hits of a search.
void drawPinned(Frame& frame, const Lane& lane) {
    if (lane.kind == LaneKind::Hits) {
        drawHitTrack(frame, lane);
        return;
    }
    const GpuId gpu = frame.input.layout.groups()[lane.group].gpu.value_or(GpuId());
    if (lane.kind == LaneKind::QueueLead) {
        if (!frame.state().showsReplay) {
            drawQueue(frame, lane, gpu);
            drawQueueName(frame, lane);
        }
        return;
    }
    const float labels = lane.height - TrackLayout::kUtilizationHeight - TrackLayout::kLaneGap;
    const float y = frame.pinnedY(lane) + labels;
    UtilizationArea area;
    area.box = {frame.left, y + 2, frame.right - frame.left, TrackLayout::kUtilizationHeight - 2};
    area.beginNs = frame.beginNs;
    area.nsPerPixel = frame.input.viewport.nsPerPixel;
    area.clip = frame.bodyClip;
    const BusyProfile* profile = busyProfileOf(frame.model(), gpu);
    if (profile == nullptr) {
        return;
    }
    area.idleAlpha = kStripIdle;
    area.showsIdle = frame.state().showOverlays;
    drawUtilization(frame.list, *profile, area);
    drawEarlierLabel(frame, *profile, area.box);
    if (frame.state().showOverlays) {
        const std::vector<DrawnBand> bands = drawnBands(frame, lane.group);
        drawGaps(frame, *profile, bands, {y, TrackLayout::kUtilizationHeight, labels > 0});
        drawPinnedBandOverlays(frame, bands, y + TrackLayout::kUtilizationHeight);
    }
}

void drawTrack(Frame& frame, const Lane& lane, const Group& group, OccupiedSpans& occupied,
               SliceScene& slices) {
    occupied.clear();
    if (frame.state().showOverlays) {
        if (group.gpu) {
            drawGapShades(frame, *group.gpu, lane);
        }
        drawOverlays(frame, lane, occupied);
    }
    slices.drawLabels(lane, occupied);
    drawInstants(frame, lane);
}

void drawLane(Frame& frame, const Lane& lane, OccupiedSpans& occupied, SliceScene& slices) {
    const Group& group = frame.input.layout.groups()[lane.group];
    switch (lane.kind) {
        case LaneKind::GroupHeader:
        case LaneKind::Utilization:
        case LaneKind::QueueLead:
        case LaneKind::Hits:
        case LaneKind::More:
            return;
        case LaneKind::Annotations:
            drawAnnotations(frame, lane);
            return;
        case LaneKind::Counter:
            drawCounter(frame, lane);
            return;
        case LaneKind::Slices:
            drawTrack(frame, lane, group, occupied, slices);
            return;
    }
}

std::span<const std::uint32_t> lanesInView(const TimelineInput& input) {
    const auto visible = input.layout.visibleLanes();
    const double viewEnd = input.viewport.scrollY + input.viewport.tracksHeight();
    const std::size_t first =
        std::min(input.layout.visibleAt(input.viewport.scrollY), visible.size());
    std::size_t last = first;
    while (last < visible.size() && input.layout.lanes()[visible[last]].y < viewEnd) {
        ++last;
    }
    return visible.subspan(first, last - first);
}

void drawLanes(Frame& frame, std::span<const std::uint32_t> lanes) {
    SliceScene slices(frame, lanes);
    OccupiedSpans occupied;
    for (const std::uint32_t index : lanes) {
        const Lane& lane = frame.input.layout.lanes()[index];
        drawLaneGround(frame, lane, index % 2 == 1);
        drawLane(frame, lane, occupied, slices);
        drawName(frame, lane);
        drawRowLimit(frame, index);
    }
}

// Pinned tracks are drawn as a view of their own that does not scroll.
void drawPinnedTracks(Frame& frame) {
    const TimelineInput& input = frame.input;
    if (input.layout.pinnedTracks().empty()) {
        return;
    }
    Viewport view = input.viewport;
    view.scrollY = 0;
    view.pinnedHeight = input.layout.stripsHeight();
    const TimelineInput pinned{input.model, input.layout, view, input.state};
    Frame area = makeFrame(pinned, frame.measure, frame.list, frame.top);
    drawLanes(area, input.layout.pinnedTracks());
}

}  // namespace

void buildTimeline(const TimelineInput& input, const TextMeasure& measure, DisplayList& list) {
    list.clear(input.viewport.width, input.viewport.height);
    Frame frame = makeFrame(input, measure, list, input.viewport.height);
    if (!input.state.isOnBackground) {
        list.rects.push_back(
            {{0, 0, list.width, list.height}, Role::Background, 255, Layer::Background});
    }
    drawNamesColumn(frame);
    for (const Lane& lane : input.layout.pinnedLanes()) {
        drawPinned(frame, lane);
        if (lane.kind == LaneKind::Utilization) {
            drawPinnedName(frame, lane);
        }
    }
    drawPinnedTracks(frame);
    drawLanes(frame, lanesInView(input));
    const std::vector<NoteFlag> flags = noteFlags(input);
    std::vector<RulerPlace> taken;
    for (const NoteFlag& flag : flags) {
        taken.push_back({flag.x, flag.x + flag.width});
    }
    const std::vector<CursorFlag> cursors = cursorFlags(input);
    const CursorLabel difference = cursorLabel(frame, cursors);
    taken.push_back({difference.x, difference.x + difference.width});
    for (const CursorFlag& flag : cursors) {
        taken.push_back({flag.x, flag.x + flag.width});
    }
    const RangeLabel played = playedLabel(frame);
    taken.push_back({played.x, played.x + played.width});
    const RangeLabel label = rangeLabel(frame, taken);
    taken.push_back({label.x, label.x + label.width});
    drawRuler(frame, taken);
    drawNotes(frame, flags);
    drawFlows(frame);
    drawSelection(frame, label);
    drawCursors(frame, cursors, difference);
    drawPlayedEnd(frame, played);
}

}  // namespace gaplight
