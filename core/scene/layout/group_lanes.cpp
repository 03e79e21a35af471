// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/group_lanes.h"

#include <algorithm>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/scene/layout/track_layout.h"

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

// Whether nothing of a thread is work of a GPU program: no operator, API call, annotation or
// recording. O(slices) at worst.
bool isIdleThread(const Trace& trace, const Track& track) {
    const std::size_t first = track.firstSlice.index();
    for (std::size_t at = first; at < first + track.sliceCount; ++at) {
        const SliceKind kind = trace.kind(SliceId(at));
        if (kind != SliceKind::PythonFunction && kind != SliceKind::Other) {
            return false;
        }
    }
    return true;
}

// Whether the profiler recorded annotations on the streams themselves. O(slices) at worst.
bool hasGpuAnnotations(const Trace& trace, const TrackGroup& group) {
    const auto categories = trace.categories();
    if (std::none_of(categories.begin(), categories.end(), [](const Category& category) {
            return category.kind == SliceKind::GpuUserAnnotation;
        })) {
        return false;
    }
    return std::any_of(group.tracks.begin(), group.tracks.end(), [&](TrackId id) {
        const Track& track = trace.tracks()[id.index()];
        const std::size_t first = track.firstSlice.index();
        for (std::size_t at = first; at < first + track.sliceCount; ++at) {
            if (trace.kind(SliceId(at)) == SliceKind::GpuUserAnnotation) {
                return true;
            }
        }
        return false;
    });
}

// Number of leading rows of a thread that have Python frames alone, if it has annotations: frames
// of a thread without them are all that tells its parts apart. O(slices) at worst.
std::uint16_t outerFrameRows(const Trace& trace, const Track& track) {
    std::uint16_t rows = track.rows;
    bool hasAnnotations = false;
    const std::size_t first = track.firstSlice.index();
    for (std::size_t at = first; at < first + track.sliceCount && rows > 0; ++at) {
        const SliceKind kind = trace.kind(SliceId(at));
        if (kind != SliceKind::PythonFunction) {
            rows = std::min(rows, trace.slices().row(SliceId(at)));
            hasAnnotations |= kind == SliceKind::UserAnnotation;
        }
    }
    return hasAnnotations ? rows : std::uint16_t{0};
}

// What a user looks at last is out of the way from the start.
void setStart(const Trace& trace, const TrackGroup& group, Lane& lane) {
    if (lane.kind == LaneKind::GroupHeader) {
        lane.startsHidden = group.kind == GroupKind::Other && !trace.gpuActivities().empty();
        lane.hidden = lane.startsHidden;
        return;
    }
    if (group.kind != GroupKind::Host || !lane.track.isValid()) {
        return;
    }
    const Track& track = trace.tracks()[lane.track.index()];
    if (!trace.gpuActivities().empty()) {
        lane.outerFrames = outerFrameRows(trace, track);
    }
    // One row more is no deep thread.
    const int folded = lane.outerFrames >= Lane::kMinFoldedFrames ? lane.outerFrames - 1 : 0;
    if (lane.visibleRows - folded > TrackLayout::kMaxThreadRows + 1 &&
        !trace.gpuActivities().empty()) {
        lane.maxRows = TrackLayout::kMaxThreadRows;
    }
    lane.startsCollapsed = lane.collapsible && !trace.gpuActivities().empty() &&
                           !isMainThread(trace, lane.track) && isIdleThread(trace, track);
    lane.collapsed = lane.startsCollapsed;
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
    setStart(trace, group, header);
    if (const AnnotationRows* mirrored =
            group.gpu ? annotationRowsOf(annotations, *group.gpu) : nullptr;
        mirrored != nullptr && mirrored->rowCount() > 0) {
        Lane& lane = add(LaneKind::Annotations, "annotations", "of the host");
        lane.key = "annotations " + lanes.front().title;
        lane.visibleRows = static_cast<std::uint16_t>(mirrored->rowCount());
        lane.collapsible = mirrored->rowCount() > 1;
        lane.startsHidden = hasGpuAnnotations(trace, group);
        lane.hidden = lane.startsHidden;
    }
    for (const TrackId id : group.tracks) {
        const Track& track = trace.tracks()[id.index()];
        Lane& lane = add(LaneKind::Slices, trackTitle(trace, id), "");
        lane.track = id;
        lane.key = trackKey(trace, id);
        lane.visibleRows = std::max<std::uint16_t>(track.rows, 1);
        lane.collapsible = track.rows > 1;
        // On a thread, overlapping calls push the calls nested in them down, so the last rows exist
        // only for overlaps.
        if (track.kind != TrackKind::Thread) {
            lane.overflowRows = std::min<std::uint16_t>(track.overflowRows, lane.visibleRows - 1);
        }
        setStart(trace, group, lane);
    }
    for (const std::uint32_t counter : group.counters) {
        Lane& lane = add(LaneKind::Counter, counters[counter].title(), "");
        lane.counter = counter;
        lane.key = "counter " + lanes.front().title + " " + lane.title;
    }
    return lanes;
}

}  // namespace gaplight
