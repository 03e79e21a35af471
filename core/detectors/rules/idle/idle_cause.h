// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/idle/gap_cause.h"
#include "core/base/share.h"
#include "core/base/time.h"
#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/finding_values.h"
#include "core/trace/trace.h"

namespace gaplight {

// Idle time is the profiler's where recording takes this share of the host time in the gaps.
inline constexpr std::int64_t kProfilersPercent = 50;
// The largest gap of a group, and what filled it; of all its gaps, the host time, its parts in the
// named code and for recording, the time of first use, and edits that remove all host time.
struct IdleCause {
    GapCause reason;
    Gap gap{};
    Duration host{};
    Duration named{};
    Duration recording{};
    Duration firstUse{};
    std::vector<ReplayEdit> bound;
    bool isHostUnrecorded = false;  // nothing but API calls was recorded of the host

    [[nodiscard]] bool isProfilers() const {
        return host > Duration::zero() && reachesPercent(recording, host, kProfilersPercent);
    }
};

inline constexpr std::array kGpuIdleValues{
    DeclaredValue{"cause", QuantityKind::Case, false,
                  "code held-up drained data-loader compiling slow-launch graph-launch untraced "
                  "scattered various gpu-side unknown"},
    DeclaredValue{"chain", QuantityKind::Case, true, "one two"},
    DeclaredValue{"caller", QuantityKind::Text, true},
    DeclaredValue{"part", QuantityKind::Text, true},
    DeclaredValue{"function", QuantityKind::Text, true},
    DeclaredValue{"covered", QuantityKind::Nanoseconds, true},
    DeclaredValue{"call", QuantityKind::Text, true},
    DeclaredValue{"waited", QuantityKind::Nanoseconds, true},
    DeclaredValue{"extent", QuantityKind::Case, false, "one several"},
    DeclaredValue{"in_gap", QuantityKind::Case, false, "one several"},
    DeclaredValue{"longest_gap", QuantityKind::Nanoseconds},
    DeclaredValue{"idle_share", QuantityKind::Share},
    DeclaredValue{"gaps_per_step", QuantityKind::Number, true},
    DeclaredValue{"why", QuantityKind::Case, false, "host gpu-side unknown"},
    DeclaredValue{"before", QuantityKind::Case, false, "late drained short-wait"},
    DeclaredValue{"host_time", QuantityKind::Nanoseconds},
    DeclaredValue{"first_use", QuantityKind::Nanoseconds, true},
    DeclaredValue{"outlier", QuantityKind::Case, true, "held-up"},
    DeclaredValue{"fix", QuantityKind::Case, false,
                  "cure held-up drained compiling slow-launch graph-launch untraced "
                  "untraced-with-stacks api-only scattered various gpu-side unknown"},
    DeclaredValue{"cure", QuantityKind::Text, true},
    DeclaredValue{"advice", QuantityKind::Text, true},
    DeclaredValue{"confidence", QuantityKind::Case, true, "stacks no-stacks recording"},
    DeclaredValue{"recording", QuantityKind::Nanoseconds, true},
};

// Sets the values of a finding of gpu-idle about one cause, whose count, cost and occurrences a
// step are set. `inLoop`: the cause recurs in the steps.
void setIdleValues(const Trace& trace, const DeviceAnalysis& device, const IdleCause& cause,
                   bool inLoop, Finding& found);

}  // namespace gaplight
