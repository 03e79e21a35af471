// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/scene/model/overlay.h"

namespace gaplight {

// Overlays of one kind and place that do not overlap, by begin: a part of OverlayTable::all().
struct OverlayLane {
    // More levels than that are not drawn.
    static constexpr std::uint16_t kMostLevels = 4;

    OverlayKind kind = OverlayKind::IdleGap;
    std::uint16_t row = 0;
    std::uint16_t level = 0;  // from 1 on: what overlaps the lanes of the same place before it
    std::int32_t device = -1;
    TrackId track;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

// Which marks are shown.
struct OverlayFilter {
    std::uint64_t rules = ~std::uint64_t{0};  // a bit for each
    std::int32_t finding = -1;                // shown whatever its rule; speaks for its marks
};

// Overlays in lanes by kind, GPU or track, and row, so that a view finds those it shows in
// O(log n). Immutable.
class OverlayTable {
public:
    OverlayTable() = default;
    // Overlays with one owner each, in any order. What lies at the same place becomes one overlay
    // with all its owners, the best ranked first. O(n log n).
    [[nodiscard]] static OverlayTable build(std::vector<Overlay> overlays,
                                            OverlayLabels labels = {});
    // Only what the filter lets through, with the owner that speaks for it. O(n).
    [[nodiscard]] OverlayTable filtered(const OverlayFilter& filter) const;

    [[nodiscard]] std::span<const Overlay> all() const { return m_overlays; }
    [[nodiscard]] const Overlay& operator[](OverlayId id) const { return m_overlays[id.index()]; }
    [[nodiscard]] OverlayId idOf(const Overlay& overlay) const {
        return OverlayId(static_cast<std::size_t>(&overlay - m_overlays.data()));
    }
    // After the length: "host: named_modules"; may be empty.
    [[nodiscard]] std::string_view label(const Overlay& overlay) const;
    // All owners, hidden ones too.
    [[nodiscard]] std::span<const OverlayOwner> owners(const Overlay& overlay) const;

    // All gaps of a GPU in time order.
    [[nodiscard]] std::span<const Overlay> gaps(std::int32_t device) const;
    // Lanes of a kind on a track, by row and level. O(log lanes).
    [[nodiscard]] std::span<const OverlayLane> lanes(OverlayKind kind, TrackId track) const;
    [[nodiscard]] std::span<const Overlay> overlays(const OverlayLane& lane) const {
        return std::span(m_overlays).subspan(lane.first, lane.count);
    }
    // The overlay of a slice, or an invalid id: one of the current finding, else by kind. O(log n).
    [[nodiscard]] OverlayId ofSlice(SliceId slice) const;

    // Sum of the lengths of a part of a lane. O(1).
    [[nodiscard]] Duration totalLength(std::span<const Overlay> part) const;
    // There is a current finding, and nothing of this part of a lane is its; something is. O(1).
    [[nodiscard]] bool isFaded(std::span<const Overlay> part) const;
    [[nodiscard]] bool isCurrent(const Overlay& overlay) const {
        return m_finding >= 0 && overlay.owner.finding == m_finding;
    }
    // When findings of this weight cost time: in time order, apart from each other. The gaps of a
    // finding; all its marks if it has none and its weight says that they cost: that the host waits
    // is no cost.
    [[nodiscard]] std::span<const TimeRange> spans(OverlayWeight weight) const {
        return m_spans[static_cast<std::size_t>(weight)];
    }

private:
    // What all filtered tables have in common.
    struct Shared {
        std::vector<std::string> labels;
        std::vector<OverlayOwner> owners;
    };

    void index();
    void indexSlices();
    void indexSpans();

    std::shared_ptr<const Shared> m_shared;
    std::vector<Overlay> m_overlays;
    std::vector<OverlayLane> m_lanes;
    std::vector<std::pair<SliceId, OverlayId>> m_ofSlice;  // by slice, the first answers
    std::vector<Duration> m_lengthBefore;        // of all overlays before each, and of all
    std::vector<std::uint32_t> m_currentBefore;  // overlays of the current finding
    std::array<std::vector<TimeRange>, static_cast<std::size_t>(OverlayWeight::Count_)> m_spans;
    std::int32_t m_finding = -1;
};

}  // namespace gaplight
