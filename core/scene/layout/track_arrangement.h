// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/scene/layout/track_layout.h"

namespace gaplight {

// What a person did to the tracks of a trace, by Band::key, so that it fits the same trace when it
// is opened again, and another recording of the same program as far as its tracks are the same.
struct TrackArrangement {
    std::vector<std::string> order;  // all of them, top to bottom; empty: as the trace has it
    std::vector<std::string> pinned;
    std::vector<std::string> hidden;
    std::vector<std::string> collapsed;
    std::vector<std::string> folded;   // without the rows that only overlapping slices need
    std::uint16_t mostPinnedRows = 0;  // of one track; 0: the preset
    friend bool operator==(const TrackArrangement&, const TrackArrangement&) = default;
};

// O(bands).
[[nodiscard]] TrackArrangement arrangementOf(const TrackLayout& layout);
// Keys that the layout does not have are passed over. O(bands log bands).
void arrange(TrackLayout& layout, const TrackArrangement& arrangement);

}  // namespace gaplight
