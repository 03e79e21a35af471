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

// Where one rule's marks of one finding say that it costs time, joined. Only marks that no other
// finding shares.
struct FindingSpans {
    std::uint16_t rule = 0;
    OverlayWeight weight = OverlayWeight::Plain;
    std::int32_t finding = -1;
    std::vector<TimeRange> spans;
};

// What of a finding is marked.
struct FindingMarks {
    std::vector<std::uint32_t> overlays;  // numbers, ascending
    std::uint64_t rules = 0;              // a bit for each that owns a mark of it
    bool isShared = false;                // another finding owns one of its marks, too
    bool hasGaps = false;
};

// Everything that tables of the same overlays share, whatever they show. An overlay's number is its
// position in `overlays`.
struct OverlayPlaces {
    std::vector<std::string> labels;
    std::vector<OverlaySource> sources;
    std::vector<Overlay> overlays;       // by kind, GPU, track, row, begin, end and slice
    std::vector<TimeRange> ranges;       // of the overlays
    std::vector<std::uint64_t> rules;    // of the overlays: a bit for the rule of each source
    std::vector<OverlayPlaceRow> rows;   // in the order of `overlays`
    std::vector<FindingMarks> findings;  // by rank
    std::vector<std::pair<SliceId, std::uint32_t>> ofSlice;  // sorted; without gaps
    std::vector<FindingSpans> costs;                         // of findings alone on their marks
    std::vector<std::uint32_t> shared;                       // overlays of several findings

    // Overlays with one source each, in any order. O(n log n).
    [[nodiscard]] static OverlayPlaces build(std::vector<Overlay> overlays, OverlayLabels labels);

    [[nodiscard]] std::span<const OverlaySource> sourcesOf(const Overlay& overlay) const {
        return std::span(sources).subspan(overlay.firstSource, overlay.sourceCount);
    }
    // Numbers of a finding's overlays, ascending; none for -1.
    [[nodiscard]] std::span<const std::uint32_t> marksOf(std::int32_t finding) const {
        const auto rank = static_cast<std::size_t>(finding);
        return finding < 0 || rank >= findings.size()
                   ? std::span<const std::uint32_t>()
                   : std::span<const std::uint32_t>(findings[rank].overlays);
    }
    // Whether an overlay owned by a finding counts as a cost of it.
    [[nodiscard]] bool isCost(const Overlay& overlay, const OverlaySource& source) const {
        return overlay.kind == OverlayKind::IdleGap ||
               (source.weight > OverlayWeight::Info &&
                !findings[static_cast<std::size_t>(source.finding)].hasGaps);
    }
    // The source that an overlay is shown for: of the current finding, else the first one whose
    // rule is shown; null: it is hidden.
    [[nodiscard]] const OverlaySource* shownSource(const Overlay& overlay, std::uint64_t shownRules,
                                                   std::int32_t current) const;
};

// Sorts by begin and joins what overlaps or touches.
void joinRanges(std::vector<TimeRange>& ranges);

}  // namespace gaplight
