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
#include "core/trace/gpu_id.h"

namespace gaplight {

// Non-overlapping overlays of one kind and row, by start: a slice of OverlayTable::all().
struct OverlayLane {
    // Lanes of higher levels are not drawn.
    static constexpr std::uint16_t kMaxLevels = 4;

    OverlayKind kind = OverlayKind::IdleGap;
    std::uint16_t row = 0;
    std::uint16_t level =
        0;  // > 0: overlaps overlays of the lanes with lower level on the same row
    GpuId gpu;
    TrackId track;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

// Selects the overlays to show.
struct OverlayFilter {
    std::uint64_t rules = ~std::uint64_t{0};  // bit i: rule i is shown
    std::int32_t finding = -1;  // the current finding: always shown, and the source of its overlays
};

// Overlays in lanes by kind, GPU or track, and row, so that a view finds those it shows in
// O(log n). Immutable.
class OverlayTable {
public:
    OverlayTable() = default;
    // `overlays`: in any order, with one source each. Those at the same place are merged into one
    // overlay with all sources, the highest ranked first. O(n log n).
    [[nodiscard]] static OverlayTable build(std::vector<Overlay> overlays,
                                            OverlayLabels labels = {});
    // The overlays that pass the filter, each with its shown source set. O(n).
    [[nodiscard]] OverlayTable filtered(const OverlayFilter& filter) const;

    [[nodiscard]] std::span<const Overlay> all() const { return m_overlays; }
    [[nodiscard]] const Overlay& operator[](OverlayId id) const { return m_overlays[id.index()]; }
    [[nodiscard]] OverlayId idOf(const Overlay& overlay) const {
        return OverlayId(static_cast<std::size_t>(&overlay - m_overlays.data()));
    }
    // Text shown after the length, e.g. "host: named_modules"; may be empty.
    [[nodiscard]] std::string_view label(const Overlay& overlay) const;
    // All sources, including those of hidden rules.
    [[nodiscard]] std::span<const OverlaySource> sources(const Overlay& overlay) const;

    // All gaps of a GPU in time order.
    [[nodiscard]] std::span<const Overlay> gaps(GpuId gpu) const;
    // Lanes of a kind on a track, by row and level. O(log lanes).
    [[nodiscard]] std::span<const OverlayLane> lanes(OverlayKind kind, TrackId track) const;
    [[nodiscard]] std::span<const Overlay> overlays(const OverlayLane& lane) const {
        return std::span(m_overlays).subspan(lane.first, lane.count);
    }
    // The overlay that represents a slice: one of the current finding, otherwise the first by kind;
    // invalid if none. O(log n).
    [[nodiscard]] OverlayId ofSlice(SliceId slice) const;

    // Sum of the lengths of a part of a lane. O(1).
    [[nodiscard]] Duration totalLength(std::span<const Overlay> part) const;
    // True if a finding is current and none of these overlays (a part of a lane) belongs to it.
    // O(1).
    [[nodiscard]] bool isFaded(std::span<const Overlay> part) const;
    [[nodiscard]] bool isCurrent(const Overlay& overlay) const {
        return m_finding >= 0 && overlay.source.finding == m_finding;
    }
    // Disjoint intervals in which findings of this weight cost GPU time, in time order: the idle
    // gaps of a finding, or all its overlays if it has none and its weight is above Info (a wait of
    // the host alone costs no GPU time).
    [[nodiscard]] std::span<const TimeRange> spans(OverlayWeight weight) const {
        return m_spans[static_cast<std::size_t>(weight)];
    }

private:
    // Shared by a table and all its filtered copies.
    struct Shared {
        std::vector<std::string> labels;
        std::vector<OverlaySource> sources;
    };

    void index();
    void indexSlices();
    void indexSpans();

    std::shared_ptr<const Shared> m_shared;
    std::vector<Overlay> m_overlays;
    std::vector<OverlayLane> m_lanes;
    std::vector<std::pair<SliceId, OverlayId>>
        m_ofSlice;                         // by slice; the first entry of a slice represents it
    std::vector<Duration> m_lengthBefore;  // prefix sums of lengths
    std::vector<std::uint32_t> m_currentBefore;  // prefix counts of overlays of the current finding
    std::array<std::vector<TimeRange>, static_cast<std::size_t>(OverlayWeight::Count_)> m_spans;
    std::int32_t m_finding = -1;
};

}  // namespace gaplight
