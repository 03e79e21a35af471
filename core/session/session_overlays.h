// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/scene/model/overlay_table.h"
#include "core/session/session.h"

namespace gaplight {

// A rule with overlays on the timeline: a row of the legend.
struct OverlayRule {
    std::uint16_t number = 0;    // OverlaySource::rule
    std::string_view id;         // "gpu-idle"
    std::string_view name;       // "GPU idle"
    std::uint32_t findings = 0;  // of the rule, with overlays
    std::uint32_t overlays = 0;
    std::uint32_t kinds = 0;  // a bit for each OverlayKind
    // Whether its overlays are drawn before the user chooses. False where all are shades (Tint,
    // Band) of findings of severity info.
    bool startsShown = true;

    bool has(OverlayKind kind) const { return ((kinds >> static_cast<unsigned>(kind)) & 1U) != 0; }
};

// All overlays of the timeline: the evidence of findings, gaps of at least the threshold, and
// blocking calls. Evidence refers to its finding and rule; gaps to the rule gpu-idle, blocking
// calls to host-sync. O(n log n) in evidence, gaps and calls.
[[nodiscard]] OverlayTable sessionOverlays(const Session& session);

// The outermost slice of a track that starts with an interval and ends inside it; invalid if there
// is none. O(log slices).
[[nodiscard]] SliceId sliceOfInterval(const Trace& trace, TrackId track, TimeRange range);

// The rules with overlays, in the order of traceRulesWith(). O(overlays).
[[nodiscard]] std::vector<OverlayRule> overlayRules(const OverlayTable& overlays,
                                                    const FindingSet& findings);

}  // namespace gaplight
