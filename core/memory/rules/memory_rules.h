// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/detectors/engine/rule.h"
#include "core/memory/measures/fragmentation.h"
#include "core/memory/measures/memory_holders.h"
#include "core/memory/measures/snapshot_steps.h"
#include "core/memory/memory_model.h"

namespace gaplight {

// What a rule about memory may read: one GPU of a snapshot, and measures of it.
struct MemoryRuleInput {
    const MemorySnapshot& snapshot;
    const MemoryModel& model;
    const OwnFrames& frames;
    const std::vector<MemoryHolder>& holders;  // at the peak
    const std::vector<RangeMemory>& steps;     // empty: not known
    const RuleSettings& settings;
};

// One cause of memory that is held or taken, with the line that it belongs to.
struct MemoryFinding : RuleFinding {
    std::int64_t bytes = 0;  // what a fix could gain at most; findings are ranked by it
    std::int32_t device = 0;
    FrameId frame;                           // line of the program; invalid: not known
    std::vector<std::uint32_t> allocations;  // examples, into MemoryModel::allocations
    std::vector<Moment> moments;             // where it shows
};

using MemoryRule = Rule<MemoryRuleInput, MemoryFinding>;
using MemoryRuleResult = RuleResult<MemoryFinding>;

// Every rule about memory snapshots, in the order in which they are listed to the user.
[[nodiscard]] std::span<const MemoryRule* const> memoryRules();

[[nodiscard]] const MemoryRule& outOfMemoryRule();
[[nodiscard]] const MemoryRule& growthPerStepRule();
[[nodiscard]] const MemoryRule& fragmentationRule();
[[nodiscard]] const MemoryRule& peakTemporariesRule();
[[nodiscard]] const MemoryRule& doubleBufferedOutputRule();
[[nodiscard]] const MemoryRule& segmentsInStepsRule();
[[nodiscard]] const MemoryRule& peakHoldersRule();

// The figures of one GPU.
struct DeviceMemoryFacts {
    std::int32_t device = 0;
    Fragmentation peak;                 // at the largest `allocated`
    Fragmentation reservedPeak;         // at the largest reserved
    std::vector<MemoryHolder> holders;  // at the peak
    std::vector<PoolTotals> pools;      // at the peak
    std::vector<FrameLifetime> lifetimes;
    std::vector<RangeMemory> steps;
    std::vector<RangeMemory> annotations;  // of the trace, or of the snapshot; by name
};

// A snapshot with its measures and findings. Refers to the snapshot.
struct MemoryAssessment : RuleFindings<MemoryFinding> {  // by severity, then by bytes
    OwnFrames frames;
    std::vector<DeviceMemoryFacts> devices;  // as MemorySnapshot::devices
};

// Measures a snapshot and runs the rules. `steps`: of the program on the snapshot's clock; empty:
// those of the snapshot's own annotations. O(allocations log allocations).
[[nodiscard]] MemoryAssessment assessMemory(const MemorySnapshot& snapshot,
                                            const Settings& settings,
                                            std::vector<SnapshotRange> steps = {},
                                            std::vector<SnapshotRange> annotations = {});

}  // namespace gaplight
