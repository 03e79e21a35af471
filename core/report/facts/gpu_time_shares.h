// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/detectors/engine/idle_explanations.h"
#include "core/detectors/engine/rule.h"
#include "core/report/facts/report_subject.h"
#include "core/scene/display/color_ref.h"
#include "core/trace/ids.h"

namespace gaplight {

// One part of the time of GPUs (metrics.md, "GPU time"), idle time by class.
struct GpuTimeShare {
    Duration time{};
    double share = 0;         // of the windows of the GPUs together, 0 to 1
    std::string shareText;    // "11.3 %"
    std::string label;        // "idle: launch-bound"
    std::string explanation;  // one sentence
    ColorRef color;
    std::optional<IdleClass> idleClass;  // empty: busy
    bool isApart = false;  // no part of what the shares are of: drawn beside them, not to scale
    // Number of the finding that explains most of it.
    std::optional<std::size_t> finding;
    // Of idle time, the rule that explains nearly all of it; null: none does.
    const RuleFacts* rule = nullptr;
};

// Which GPUs and which part of their time to sum up.
struct GpuTimeScope {
    std::optional<GpuId> gpu;        // this one alone
    std::optional<TimeRange> range;  // the part of the windows inside it
};

// The label of what a GPU spends in collectives until other ranks are there, in the verdict too.
inline constexpr std::string_view kWaitsForRank = "waits for another rank";

// The label of what a GPU runs from before the capture, also inside its window.
inline constexpr std::string_view kEarlierWork = "work from before the capture";

// The parts longer than zero, busy ones first, then idle ones by class; they sum to the windows.
// Of judgedDevices(), or of the one GPU of the scope.
// O(gaps); with a range O(activities + gaps).
[[nodiscard]] std::vector<GpuTimeShare> gpuTimeShares(const ReportSubject& subject,
                                                      const GpuTimeScope& scope = {});

// "idle: launch-bound": the cause that has nearly all of these times, by causeName(); else their
// class, "idle: host code", with the cause that has most of it where there is room, "idle: host
// jitter and other host code", or of those without a class "idle: host not recorded and first use".
// They are of one class, sorted and not empty.
[[nodiscard]] std::string idleLabel(std::span<const ExplainedTime> reasons);

// The highest ranked finding of a rule; empty if there is none.
[[nodiscard]] std::optional<std::size_t> firstFindingOf(const FindingSet& findings,
                                                        std::string_view rule);
// The highest ranked finding with this reason (isOfReason()); empty if there is none.
[[nodiscard]] std::optional<std::size_t> firstFindingOf(const FindingSet& findings,
                                                        const GapReason& reason);

}  // namespace gaplight
