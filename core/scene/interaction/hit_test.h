// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/scene/model/overlay_table.h"
#include "core/scene/timeline/timeline_scene.h"

namespace gaplight {

enum class HitKind : std::uint8_t {
    Nothing,  // below the last track
    Ruler,
    Note,      // the flag of `note`
    Instant,   // the pin of `instant`
    Triangle,  // opens or closes `band`: its group if the band is a group header
    Name,      // the names column beside `band`
    Slice,
    Overlay,  // a mark where no slice is; a marked slice is a Slice with `overlay` set
    Band,     // empty place of a track, a counter or a utilisation row
};

// What lies at a point of the timeline. On a pinned row `band` is the header of its GPU's group.
struct Hit {
    HitKind kind = HitKind::Nothing;
    std::size_t band = 0;  // index into the layout, where there is one
    Time time;             // under x, also left of the tracks
    SliceId slice;
    OverlayId overlay;
    InstantId instant;
    std::optional<TimeRange> mirrored;  // what the slice, an annotation, spans on the GPU of `band`
    std::int32_t note = -1;             // in TimelineState::notes

    friend bool operator==(const Hit&, const Hit&) = default;
};

// Through layout and indexes, never through pixels. A slice narrower than a pixel is found within
// half a pixel of the pointer; among several the longest, which is the one drawn. O(log n).
[[nodiscard]] Hit hitTest(const TimelineInput& input, float x, float y);

enum class OverviewHitKind : std::uint8_t { LeftHandle, RightHandle, Window, Elsewhere };
struct OverviewHit {
    OverviewHitKind kind = OverviewHitKind::Elsewhere;
    Time time;
};
[[nodiscard]] OverviewHit hitTestOverview(const OverviewInput& input, float x, float y);

}  // namespace gaplight
