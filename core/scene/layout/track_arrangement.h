// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/scene/layout/track_layout.h"

namespace gaplight {

// Pins every track whose title or group title matches `pattern` as in TrackLayout::setFilter();
// returns the number of newly pinned tracks. An empty pattern pins none.
// O(matching tracks × lanes).
std::size_t pinMatching(TrackLayout& layout, std::string_view pattern);
// Unpins all tracks; returns how many were pinned.
std::size_t unpinAll(TrackLayout& layout);

// Collapses every group, of one group first every track; expands every group and track.
void collapseGroups(TrackLayout& layout);
void expandAll(TrackLayout& layout);

// Groups are sorted by the same, processes below GPUs; within a group header, minor tracks and
// counters keep their place.
// O(slices of the tracks).
void sortTracks(TrackLayout& layout, const Trace& trace, TrackSort sort);

// Largest limit of rows per pinned track with which all pinned tracks fit into `height` pixels; at
// least 1. O(pinned tracks × rows).
[[nodiscard]] std::uint16_t pinnedRowsWithin(const TrackLayout& layout, float height);
// Rows of the highest pinned track at present; a limit one lower or higher changes the height.
[[nodiscard]] std::uint16_t pinnedRowsNow(const TrackLayout& layout);

// The user's changes to the layout of a trace, by Lane::key, for saving and restoring. Applies to
// the same trace when it is opened again, and to other recordings of the program as far as their
// tracks match.
struct TrackArrangement {
    std::vector<std::string> order;  // all keys, top to bottom; empty: default order
    std::vector<std::string> pinned;
    std::vector<std::string> hidden;
    std::vector<std::string> collapsed;
    std::vector<std::string> folded;    // overflow rows hidden
    std::vector<std::string> shown;     // that start hidden
    std::vector<std::string> expanded;  // that start collapsed
    std::vector<std::string> allRows;   // deep threads with all their rows
    std::uint16_t maxPinnedRows = 0;    // of one track; 0: default
    TrackGrouping grouping = TrackGrouping::Process;
    TrackSort sort = TrackSort::Usual;
    friend bool operator==(const TrackArrangement&, const TrackArrangement&) = default;
};

// O(lanes).
[[nodiscard]] TrackArrangement arrangementOf(const TrackLayout& layout);
// Applies `arrangement`, except its grouping, instead of the present one; keys that the layout does
// not have are ignored. O(lanes log lanes).
void arrange(TrackLayout& layout, const TrackArrangement& arrangement);
// The layout of the same trace with other counters or another grouping, arranged, sorted and
// filtered as before.
[[nodiscard]] TrackLayout relaid(const TrackLayout& before, const Trace& trace,
                                 std::span<const CounterCurve> counters,
                                 std::span<const AnnotationRows> annotations,
                                 TrackGrouping grouping);

}  // namespace gaplight
