// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/base/time.h"
#include "core/detectors/engine/finding.h"
#include "core/trace/ids.h"

namespace gaplight {

// What explains the idle time of one GPU (metrics.md, "Explained idle time").
struct IdleExplanations {
    GpuId gpu;
    // By the id of a rule or the name of a GapExplanation, longest time first; "unexplained" is the
    // rest. Sums to the GPU's idle time exactly.
    std::vector<std::pair<std::string, Duration>> parts;

    // Without the part "unexplained".
    [[nodiscard]] Duration explained() const;
};

// One entry per GPU. A gap belongs to the finding whose evidence covers most of it, at least half,
// the higher ranked one of equals; findings that cost no idle time and have no edits are left out,
// and a part counts for the whole. Explanations that are taken out (gap_explanation.h) come before
// findings, the other ones after. O(findings × (gaps + evidence)).
[[nodiscard]] std::vector<IdleExplanations> explainIdleTime(const Analysis& analysis,
                                                            std::span<const Finding> findings);

}  // namespace gaplight
