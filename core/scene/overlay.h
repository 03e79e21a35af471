// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

enum class OverlayKind : std::uint8_t {
    IdleGap,       // nothing ran on any stream of `device`
    BlockingCall,  // the host waited in `slice` on `track`
};

// A mark on the timeline: where time was lost. Made from the analysis by whoever opens a view.
struct Overlay {
    OverlayKind kind = OverlayKind::IdleGap;
    std::int32_t device = -1;  // IdleGap
    TrackId track;             // BlockingCall
    SliceId slice;             // BlockingCall
    TimeRange range;
    std::string label;  // after the length: "host: named_modules"; may be empty
};

using OverlayId = Id<struct OverlayTag>;  // into OverlayTable::all()

// Overlays in drawing order: gaps by (device, begin), then blocking calls by (track, slice).
class OverlayTable {
public:
    OverlayTable() = default;
    // O(n log n). Gaps of one device must not overlap; neither must blocking calls of one row.
    [[nodiscard]] static OverlayTable build(std::vector<Overlay> overlays);

    [[nodiscard]] std::span<const Overlay> all() const { return m_overlays; }
    [[nodiscard]] const Overlay& operator[](OverlayId id) const { return m_overlays[id.index()]; }
    // All gaps of a device in time order, as a part of all().
    [[nodiscard]] std::span<const Overlay> gaps(std::int32_t device) const;
    // All blocking calls of a track by slice id, as a part of all().
    [[nodiscard]] std::span<const Overlay> blockingCalls(TrackId track) const;
    // The overlay of a slice, or an invalid id. O(log n).
    [[nodiscard]] OverlayId ofSlice(SliceId slice) const;
    // Sum of the lengths of a part of all(). O(1).
    [[nodiscard]] Duration totalLength(std::span<const Overlay> part) const;
    [[nodiscard]] OverlayId idOf(const Overlay& overlay) const {
        return OverlayId(static_cast<std::size_t>(&overlay - m_overlays.data()));
    }

private:
    std::vector<Overlay> m_overlays;
    std::vector<Duration> m_lengthBefore;  // of all overlays before each, and of all
    std::size_t m_gapCount = 0;
};

}  // namespace gaplight
