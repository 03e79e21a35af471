// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/scene/model/overlay_table.h"
#include "core/session/session.h"

namespace gaplight {

// A rule that has marks on the timeline, for the legend.
struct OverlayRule {
    std::uint16_t number = 0;  // OverlaySource::rule
    std::string_view id;       // "gpu-idle"
    std::string_view name;     // "GPU idle"
    std::uint32_t findings = 0;
    std::uint32_t marks = 0;
    std::uint32_t kinds = 0;  // a bit for each OverlayKind
    // Whether its marks are drawn until the user decides otherwise. Not those that only shade
    // (Tint, Band) for findings that cost next to nothing.
    bool startsShown = true;

    [[nodiscard]] bool has(OverlayKind kind) const {
        return ((kinds >> static_cast<unsigned>(kind)) & 1U) != 0;
    }
};

// Everything to mark on the timeline: the evidence of all findings, gaps of the threshold or more,
// and blocking calls. What a finding explains carries that finding; the rest belongs to the rule
// that it is the matter of. O(n log n) in evidence, gaps and calls.
[[nodiscard]] OverlayTable sessionOverlays(const Session& session);

// The outermost slice with which an interval of a track begins and which lies inside it; invalid if
// there is none. O(log slices).
[[nodiscard]] SliceId sliceOfStretch(const Trace& trace, TrackId track, TimeRange range);

// In the order of the rules; those without a mark are left out. O(overlays).
[[nodiscard]] std::vector<OverlayRule> overlayRules(const OverlayTable& overlays);

}  // namespace gaplight
