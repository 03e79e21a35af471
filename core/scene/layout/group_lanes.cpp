// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/group_lanes.h"

#include <algorithm>
#include <utility>

#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

std::string groupDetail(const TrackGroup& group) {
    if (group.tracks.empty()) {
        return counted(group.counters.size(), "counter");
    }
    const char* noun = group.kind == GroupKind::Gpu    ? "stream"
                       : group.kind == GroupKind::Host ? "thread"
                                                       : "track";
    return counted(group.tracks.size(), noun);
}

std::string trackDetail(const Track& track) {
    return track.overlapping > 0 ? std::to_string(track.overlapping) + " overlap" : std::string();
}

}  // namespace

std::string counted(std::size_t count, const std::string& noun) {
    return countText(count, noun, noun + "s");
}

std::vector<Lane> lanesOf(const Trace& trace, const TrackGroup& group, std::uint32_t groupIndex,
                          std::span<const CounterCurve> counters,
                          std::span<const AnnotationRows> annotations) {
    std::vector<Lane> lanes;
    const auto add = [&](LaneKind kind, std::string title, std::string detail) -> Lane& {
        Lane lane;
        lane.kind = kind;
        lane.group = groupIndex;
        lane.title = std::move(title);
        lane.detail = std::move(detail);
        lanes.push_back(std::move(lane));
        return lanes.back();
    };
    Lane& header = add(LaneKind::GroupHeader, groupTitle(trace, group), groupDetail(group));
    header.collapsible = true;
    header.key = "group " + header.title;
    if (const AnnotationRows* mirrored =
            group.gpu ? annotationRowsOf(annotations, *group.gpu) : nullptr;
        mirrored != nullptr && mirrored->rowCount() > 0) {
        Lane& lane = add(LaneKind::Annotations, "annotations", "of the host");
        lane.key = "annotations " + lanes.front().title;
        lane.visibleRows = static_cast<std::uint16_t>(mirrored->rowCount());
        lane.collapsible = mirrored->rowCount() > 1;
    }
    for (const TrackId id : group.tracks) {
        const Track& track = trace.tracks()[id.index()];
        Lane& lane = add(LaneKind::Slices, trackTitle(trace, id), trackDetail(track));
        lane.track = id;
        lane.key = trackKey(trace, id);
        lane.visibleRows = std::max<std::uint16_t>(track.rows, 1);
        lane.collapsible = track.rows > 1;
        // On a thread, overlapping calls push the calls nested in them down, so the last rows exist
        // only for overlaps.
        if (track.kind != TrackKind::Thread) {
            lane.overflowRows = std::min<std::uint16_t>(track.overflowRows, lane.visibleRows - 1);
        }
    }
    for (const std::uint32_t counter : group.counters) {
        Lane& lane = add(LaneKind::Counter, counters[counter].title(), "");
        lane.counter = counter;
        lane.key = "counter " + lanes.front().title + " " + lane.title;
    }
    return lanes;
}

}  // namespace gaplight
