// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

// What a mark says, and so its shape. In the order in which one answers for a slice with several.
enum class OverlayKind : std::uint8_t {
    IdleGap,       // hatch: nothing ran on any stream of `device`
    BlockingCall,  // filled mark with a notch: the host waited in `slice`
    Outline,       // frame around `slice`: a region, a copy, a call
    Bracket,       // line with ends: what the host did over a stretch of `track`
    Tint,          // wash over `slice`: kernels of one kind
    Band,          // thin strip below `track`: a stretch in which something holds
    Count_,
};

// How much the finding behind a mark costs; Plain: there is none.
enum class OverlayWeight : std::uint8_t { Plain, Info, Warning, Critical, Count_ };

// Whose mark it is: a rule, a finding by rank and one piece of its evidence. What was measured but
// has no finding belongs to a rule alone.
struct OverlayOwner {
    std::uint16_t rule = 0;  // below kMostRules
    OverlayWeight weight = OverlayWeight::Plain;
    std::int32_t finding = -1;
    std::int32_t occurrence = -1;
    std::uint32_t label = 0;  // into OverlayTable's texts; 0: none
};
inline constexpr std::uint16_t kMostRules = 64;

// A mark on the timeline. Made from analysis and findings by whoever opens a view.
struct Overlay {
    OverlayKind kind = OverlayKind::IdleGap;
    bool muted = false;        // no one's fault: drawn in grey
    std::uint16_t row = 0;     // of `track`, for all but IdleGap and Band
    std::int32_t device = -1;  // IdleGap
    TrackId track;             // all but IdleGap
    SliceId slice;             // BlockingCall, Outline, Tint; a Bracket over a single slice
    TimeRange range;
    OverlayOwner owner;            // who speaks for it: the current finding, else the best ranked
    std::uint32_t firstOwner = 0;  // set by the table
    std::uint32_t ownerCount = 0;
};

using OverlayId = Id<struct OverlayTag>;  // into OverlayTable::all()

// Texts of overlays, each kept once; number 0 is the empty one.
class OverlayLabels {
public:
    OverlayLabels() : m_texts(1) { m_numbers.emplace(std::string(), 0); }
    [[nodiscard]] std::uint32_t number(std::string_view text);
    [[nodiscard]] std::vector<std::string> take() { return std::move(m_texts); }

private:
    std::vector<std::string> m_texts;
    std::unordered_map<std::string, std::uint32_t> m_numbers;
};

}  // namespace gaplight
