// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/scene/layout/track_layout.h"

namespace gaplight {

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
    friend bool operator==(const TrackArrangement&, const TrackArrangement&) = default;
};

// O(lanes).
[[nodiscard]] TrackArrangement arrangementOf(const TrackLayout& layout);
// Applies `arrangement`; keys that the layout does not have are ignored. O(lanes log lanes).
void arrange(TrackLayout& layout, const TrackArrangement& arrangement);
// The layout of the same trace with other counters, arranged and filtered as before.
[[nodiscard]] TrackLayout relaid(const TrackLayout& before, const Trace& trace,
                                 std::span<const CounterCurve> counters,
                                 std::span<const AnnotationRows> annotations);

}  // namespace gaplight
