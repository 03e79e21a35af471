// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/group_bands.h"

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

std::vector<Band> bandsOf(const Trace& trace, const TrackGroup& group, std::uint32_t groupIndex,
                          std::span<const CounterLane> counters,
                          std::span<const AnnotationRows> annotations) {
    std::vector<Band> bands;
    const auto add = [&](BandKind kind, std::string title, std::string detail) -> Band& {
        Band band;
        band.kind = kind;
        band.group = groupIndex;
        band.title = std::move(title);
        band.detail = std::move(detail);
        bands.push_back(std::move(band));
        return bands.back();
    };
    Band& header = add(BandKind::GroupHeader, groupTitle(trace, group), groupDetail(group));
    header.collapsible = true;
    header.key = "group " + header.title;
    if (const AnnotationRows* mirrored =
            group.gpu ? annotationRowsOf(annotations, *group.gpu) : nullptr;
        mirrored != nullptr && mirrored->rowCount() > 0) {
        Band& band = add(BandKind::Annotations, "annotations", "of the host");
        band.key = "annotations " + bands.front().title;
        band.visibleRows = static_cast<std::uint16_t>(mirrored->rowCount());
        band.collapsible = mirrored->rowCount() > 1;
    }
    for (const TrackId id : group.tracks) {
        const Track& track = trace.tracks()[id.index()];
        Band& band = add(BandKind::Slices, trackTitle(trace, id), trackDetail(track));
        band.track = id;
        band.key = trackKey(trace, id);
        band.visibleRows = std::max<std::uint16_t>(track.rows, 1);
        band.collapsible = track.rows > 1;
        // On a thread, overlapping calls push the calls nested in them down, so the last rows exist
        // only for overlaps.
        if (track.kind != TrackKind::Thread) {
            band.overflowRows = std::min<std::uint16_t>(track.overflowRows, band.visibleRows - 1);
        }
    }
    for (const std::uint32_t counter : group.counters) {
        Band& band = add(BandKind::Counter, counters[counter].title(), "");
        band.counter = counter;
        band.key = "counter " + bands.front().title + " " + band.title;
    }
    return bands;
}

}  // namespace gaplight
