// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/host/profiler_overhead.h"
#include "core/base/time.h"
#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/rule.h"
#include "core/trace/ids.h"

namespace gaplight {

// Stable snake_case name of a class, as in the command line's JSON.
[[nodiscard]] std::string_view idleClassName(IdleClass idleClass);

// Why a GPU was idle: a rule whose finding covers the gap, or what explains it without one.
struct GapReason {
    GapReasonKind kind = GapReasonKind::None;  // ByRule: `rule`
    const RuleFacts* rule = nullptr;

    // The id of the rule, or the snake_case name of the kind, as in the command line's JSON.
    std::string_view name() const;
    IdleClass idleClass() const;
    // Whether it happens once in a process: loading, first allocations, warm-up.
    bool isFirstUse() const;

    friend bool operator==(const GapReason&, const GapReason&) = default;
};

// Idle time of one GPU for one reason.
struct ExplainedTime {
    GapReason reason;
    Duration time{};
};

using IdleByClass = std::array<Duration, static_cast<std::size_t>(IdleClass::Count_)>;

// What explains the idle time of one GPU (metrics.md, "Explained idle time").
struct IdleExplanations {
    GpuId gpu;
    Duration window{};
    // One for each reason, longest time first; GapReasonKind::None is the rest. Sums to the GPU's
    // idle time exactly.
    std::vector<ExplainedTime> parts;
    // Per gap of DeviceAnalysis::gaps: the position of its reason in `parts`, apart from what
    // recording costs in it. 1 byte a gap.
    std::vector<std::uint8_t> ofGap = {};
    // Per gap, what recording costs in it, in ns: part of GapReasonKind::Profiler. 4 bytes a gap.
    std::vector<std::uint32_t> recordingOfGap = {};

    Duration idle() const;
    // The part "earlier_work", in which the GPU was not idle: of `idle` and of `window` without it
    // are the shares that a reader sees.
    Duration earlier() const;
    // Without the part "unexplained".
    Duration explained() const;
    IdleClass classOfGap(std::size_t gap) const { return parts[ofGap[gap]].reason.idleClass(); }
    // What explains most of a gap, which is said of it: recording it where that costs more than
    // half.
    GapReason mainReason(std::size_t number, const Gap& gap) const {
        return recordingOfGap[number] * 2 > gap.length().count()
                   ? GapReason{GapReasonKind::Profiler}
                   : parts[ofGap[number]].reason;
    }
    // Idle time by IdleClass; sums to idle().
    IdleByClass byClass() const;
    // Whether idle time is so much of the window that a report must explain it (metrics.md).
    bool isMuch() const { return (idle() - earlier()) * 10 > window - earlier(); }
};

// Those of a GPU; null where the rules did not run.
[[nodiscard]] const IdleExplanations* explanationsOf(std::span<const IdleExplanations> all,
                                                     const DeviceAnalysis& device);

// Whether a finding explains gaps by this reason: its rule is the reason's, or the reason is
// HostNotRecorded and nothing of the host was recorded in the finding's gaps.
[[nodiscard]] bool isOfReason(const Finding& finding, const GapReason& reason);

// One entry per GPU. A gap belongs to the finding whose evidence covers most of it, at least half,
// the higher ranked one of equals; findings that cost no idle time and have no edits, and those of
// summaries, are left out, and a part counts for the whole. In this order, the first that applies:
//   1. an explanation that is taken out (gap_reason.h)
//   2. a finding with edits
//   3. another fixed explanation but HostNotRecorded
//   4. work that was launched before the gap began, where no cause is known
//   5. a finding without edits
//   6. the host not recorded, or between launches, where it is that (isBetweenLaunches)
// The gaps of a finding with Finding::isHostUnrecorded have the reason HostNotRecorded, not its
// rule.
// Of a gap that is not taken out, the profiler has what recording costs in it
// (profiler_overhead.h), and the reason has the rest.
// O(findings × (gaps + evidence)).
[[nodiscard]] std::vector<IdleExplanations> explainIdleTime(const Trace& trace,
                                                            const Analysis& analysis,
                                                            const ProfilerOverhead& overhead,
                                                            std::span<const Finding> findings);

}  // namespace gaplight
