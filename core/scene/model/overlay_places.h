// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/scene/model/overlay.h"

namespace gaplight {

// Overlays of one kind on one row of a track, or of one GPU: [first, first + count).
struct OverlayPlaceRow {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    bool overlaps = false;  // some of them do
};

// The time that one finding costs by the overlays of one rule: their ranges, joined. Overlays that
// another finding shares are left out.
struct FindingSpans {
    std::uint16_t rule = 0;
    OverlayWeight weight = OverlayWeight::Plain;
    std::int32_t finding = -1;
    std::vector<TimeRange> spans;
};

// The overlays of one finding.
struct FindingOverlays {
    std::vector<std::uint32_t> overlays;  // numbers, ascending
    std::uint64_t rules = 0;              // a bit for each rule with an overlay of the finding
    bool isShared = false;                // one of its overlays belongs to another finding, too
    bool hasGaps = false;
};

// The data that all filtered copies of one OverlayTable share. The number of an overlay is its
// position in `overlays`.
struct OverlayPlaces {
    std::vector<std::string> labels;
    std::vector<OverlaySource> sources;
    std::vector<Overlay> overlays;          // by kind, GPU, track, row, begin, end and slice
    std::vector<TimeRange> ranges;          // of the overlays
    std::vector<std::uint64_t> rules;       // of the overlays: a bit for the rule of each source
    std::vector<OverlayPlaceRow> rows;      // in the order of `overlays`
    std::vector<FindingOverlays> findings;  // by rank
    std::vector<std::pair<SliceId, std::uint32_t>> ofSlice;  // sorted; without gaps
    std::vector<FindingSpans> costs;                         // without shared overlays
    std::vector<std::uint32_t> shared;                       // overlays of several findings

    // Overlays with one source each, in any order. O(n log n).
    [[nodiscard]] static OverlayPlaces build(std::vector<Overlay> overlays, OverlayLabels labels);

    [[nodiscard]] std::span<const OverlaySource> sourcesOf(const Overlay& overlay) const {
        return std::span(sources).subspan(overlay.firstSource, overlay.sourceCount);
    }
    // Numbers of a finding's overlays, ascending; none for -1.
    [[nodiscard]] std::span<const std::uint32_t> overlaysOf(std::int32_t finding) const {
        const auto rank = static_cast<std::size_t>(finding);
        return finding < 0 || rank >= findings.size()
                   ? std::span<const std::uint32_t>()
                   : std::span<const std::uint32_t>(findings[rank].overlays);
    }
    // Whether an overlay counts as time that the finding of `source` costs: any idle gap; other
    // shapes where the finding is a warning or worse and has no gaps.
    [[nodiscard]] bool isCost(const Overlay& overlay, const OverlaySource& source) const {
        return overlay.kind == OverlayKind::IdleGap ||
               (source.weight > OverlayWeight::Info &&
                !findings[static_cast<std::size_t>(source.finding)].hasGaps);
    }
    // The source by which an overlay is labeled and colored: that of the current finding, else the
    // first one whose rule is shown; null if the overlay is hidden.
    [[nodiscard]] const OverlaySource* shownSource(const Overlay& overlay, std::uint64_t shownRules,
                                                   std::int32_t current) const;
};

// Sorts by begin and joins what overlaps or touches.
void joinRanges(std::vector<TimeRange>& ranges);

}  // namespace gaplight
