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

// A part of the program where it lies in each of two traces.
struct MatchBand {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    TimeRange a;
    TimeRange b;
    MatchChange change = MatchChange::Same;
    std::uint32_t outer = kNone;  // position of the band that it lies in
    std::string label;            // "scheduler_step −12 %"
};

// Which ends of the bands a strip shows.
enum class MatchEnds : std::uint8_t {
    Both,   // between two timelines, one above the other: from A's edge to B's
    OnlyA,  // over A's timeline, where the two stand side by side
    OnlyB,
};

// In the order (a.begin, longest first); what `outer` says must come before.
struct MatchInput {
    std::span<const MatchBand> bands;
    const Viewport& a;  // of A's timeline
    const Viewport& b;
    float width = 0;
    float height = 0;
    MatchEnds ends = MatchEnds::Both;
    std::uint32_t marked = MatchBand::kNone;  // stands out: its other end is pointed to
};

// The strip between two timelines: a band from each part in A's to its partner in B's. Slower and
// faster differ by colour, by their widening or narrowing, and in words. Of one end alone a band is
// as wide as its part in that timeline. A
// band is filled where nothing inside it is wide enough to be told apart; else its edges alone are
// drawn. O(bands), of which those out of sight cost a comparison.
void buildMatches(const MatchInput& input, const TextMeasure& measure, DisplayList& list);

// The innermost band at a point of the strip, as drawn; MatchBand::kNone where there is none.
[[nodiscard]] std::uint32_t matchAt(const MatchInput& input, float x, float y);

}  // namespace gaplight
