// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/text_hash.h"
#include "core/base/time.h"
#include "core/scene/display/color_ref.h"
#include "core/trace/gpu_id.h"
#include "core/trace/ids.h"

namespace gaplight {

// Shape of an overlay. A slice with several is represented by the first kind in this order.
enum class OverlayKind : std::uint8_t {
    IdleGap,       // hatch: no stream of `gpu` was busy
    BlockingCall,  // filled ribbon with a notch: the host waited in `slice`
    Outline,       // frame around `slice`: a region, a copy, a call
    Bracket,       // line with ends: host activity over an interval of `track`
    Tint,          // wash over `slice`: kernels of one kind
    Band,          // thin strip below `track`: an interval in which a condition holds
    Count_,
};

// Severity of the finding behind an overlay; Plain: no finding.
enum class OverlayWeight : std::uint8_t { Plain, Info, Warning, Critical, Count_ };

// Where an overlay comes from: the rule, the finding (by rank) and the occurrence within the
// finding's evidence. Measured intervals without a finding have a rule only.
struct OverlaySource {
    std::uint16_t rule = 0;  // index of the rule, < kMaxRules
    OverlayWeight weight = OverlayWeight::Plain;
    std::int32_t finding = -1;
    std::int32_t occurrence = -1;
    std::uint32_t label = 0;  // into OverlayTable's texts; 0: none
};
inline constexpr std::uint16_t kMaxRules = 64;

// A finding or measure drawn on the timeline, e.g. an idle gap or a blocking call. Built from
// analysis and findings by core/session/session_overlays.
struct Overlay {
    OverlayKind kind = OverlayKind::IdleGap;
    bool muted = false;                // not actionable (e.g. the profiler's own call): drawn gray
    std::uint16_t row = 0;             // of `track`, for all but IdleGap and Band
    ColorRef color = Role::IdleOther;  // IdleGap: by what the GPU waited for
    GpuId gpu;                         // IdleGap
    TrackId track;                     // all but IdleGap
    SliceId slice;                     // BlockingCall, Outline, Tint; a Bracket over a single slice
    TimeRange range;
    OverlaySource source;  // shown in label and color: the current finding, else the highest ranked
    std::uint32_t firstSource = 0;  // set by the table
    std::uint32_t sourceCount = 0;
};

using OverlayId = Id<struct OverlayTag>;  // into OverlayTable::all()

// Interns the texts of overlays; number 0 is the empty text.
class OverlayLabels {
public:
    OverlayLabels() : m_texts(1) { m_numbers.emplace(std::string(), 0); }
    [[nodiscard]] std::uint32_t number(std::string_view text);
    [[nodiscard]] std::vector<std::string> take() { return std::move(m_texts); }

private:
    std::vector<std::string> m_texts;
    std::unordered_map<std::string, std::uint32_t, TextHash> m_numbers;
};

}  // namespace gaplight
