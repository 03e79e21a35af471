// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/layout/viewport.h"

namespace gaplight {

enum class MatchChange : std::uint8_t { Same, Faster, Slower };

// A pair of corresponding intervals in two traces.
struct MatchBand {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    TimeRange a;
    TimeRange b;
    MatchChange change = MatchChange::Same;
    std::uint32_t outer = kNone;  // position of the enclosing band
    std::string label;            // "−27.3 %  forward  165 ms → 120 ms"
    std::string name = {};        // in it, which may be elided; empty: nothing in it may
    // Shorter labels, the longest first: "−27.3 %  165 → 120 ms", "165 → 120 ms", "−27.3 %".
    std::vector<std::string> briefLabels = {};
};

// Which side of the bands a strip shows.
enum class MatchEnds : std::uint8_t {
    Both,   // strip between two timelines, one above the other
    OnlyA,  // strip over A's timeline, traces side by side
    OnlyB,
};

// `bands` sorted by (a.begin, longest first); `outer` refers to an earlier band.
struct MatchInput {
    std::span<const MatchBand> bands;
    const Viewport& a;  // of A's timeline
    const Viewport& b;
    float width = 0;
    float height = 0;
    MatchEnds ends = MatchEnds::Both;
    std::uint32_t marked = MatchBand::kNone;  // highlighted: the pointer is over its other end
};

// Draws the strip between two timelines: a band from each interval of A to its partner in B. Slower
// and faster differ by color, shape (widening or narrowing) and label. With one side only, a band
// is as wide as its interval there. A band is filled if none of its inner bands is wide enough to
// be drawn; otherwise only its edges are drawn. O(bands).
void buildMatches(const MatchInput& input, const TextMeasure& measure, DisplayList& list);

// The innermost band drawn at a point of the strip; MatchBand::kNone if none.
[[nodiscard]] std::uint32_t matchAt(const MatchInput& input, float x, float y);

}  // namespace gaplight
