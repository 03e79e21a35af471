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
    Cursor,    // the flag of `cursor`
    Instant,   // the pin of `instant`
    Triangle,  // expands or collapses `lane`, or the group if `lane` is its header
    Name,      // in the names column beside `lane`
    RowLimit,  // shows all rows of `lane`, or fewer
    Slice,
    Overlay,  // an overlay without a slice; over a slice the kind is Slice and `overlay` is set
    Span,     // of rows of a query: `span` of `hitTrack`, which is no slice
    Lane,     // empty part of a track, a counter or a utilization row
};

// The item at a point of the timeline. On a pinned row, `lane` is the header of the GPU's group.
struct Hit {
    HitKind kind = HitKind::Nothing;
    std::size_t lane = 0;   // index into TrackLayout::lanes(), or their number
    std::uint16_t row = 0;  // of its track
    Time time;              // at x, also left of the tracks
    SliceId slice;
    OverlayId overlay;
    bool isFolded = false;  // `slice` is a search hit on a row that is not shown
    InstantId instant;
    std::optional<TimeRange>
        mirrored;  // set if `slice` is an annotation mirrored on a GPU: its interval there
    // On the pinned row of a GPU: the longest gap within 3 px, where no overlay is.
    std::optional<TimeRange> gap;
    bool isEarlier = false;                 // there: work launched before the capture
    std::optional<std::uint32_t> hitTrack;  // in SceneModel::hitTracks
    std::uint32_t span = 0;                 // in HitTrack::spans
    std::int32_t note = -1;                 // in TimelineState::notes
    std::int32_t cursor = -1;               // in TimelineState::cursors

    friend bool operator==(const Hit&, const Hit&) = default;
};

// Computed from the layout and the indexes, not from painted pixels. Finds the slice that is drawn
// at the pointer (of a crowded pixel: the longest), or the nearest within two device pixels.
// O(log n).
[[nodiscard]] Hit hitTest(const TimelineInput& input, float x, float y);

enum class OverviewHitKind : std::uint8_t { LeftHandle, RightHandle, Window, Elsewhere };
struct OverviewHit {
    OverviewHitKind kind = OverviewHitKind::Elsewhere;
    Time time;
    SliceId slice;  // of a search hit whose tick is there; invalid: none is
};
[[nodiscard]] OverviewHit hitTestOverview(const OverviewInput& input, float x, float y);

}  // namespace gaplight
