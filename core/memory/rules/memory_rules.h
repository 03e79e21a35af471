// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/detectors/engine/settings.h"
#include "core/memory/measures/fragmentation.h"
#include "core/memory/rules/memory_rule.h"

namespace gaplight {

// Every rule about memory snapshots, in the order in which they are listed to the user.
[[nodiscard]] std::span<const MemoryRule* const> memoryRules();
// Null if there is none of this id.
[[nodiscard]] const MemoryRule* findMemoryRule(std::string_view id);

[[nodiscard]] const MemoryRule& outOfMemoryRule();
[[nodiscard]] const MemoryRule& growthPerStepRule();
[[nodiscard]] const MemoryRule& fragmentationRule();
[[nodiscard]] const MemoryRule& peakTemporariesRule();
[[nodiscard]] const MemoryRule& retakenMemoryRule();
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

struct MemoryNotApplicable {
    std::string_view rule;
    std::string reason;
};

// A snapshot with its measures and findings. Refers to the snapshot.
struct MemoryAssessment {
    OwnFrames frames;
    std::vector<DeviceMemoryFacts> devices;  // as MemorySnapshot::devices
    std::vector<MemoryFinding> findings;     // by severity, then by bytes
    std::vector<MemoryNotApplicable> notApplicable;
};

// Measures a snapshot and runs the rules. `steps`: of the program on the snapshot's clock; empty:
// those of the snapshot's own annotations. O(allocations log allocations).
[[nodiscard]] MemoryAssessment assessMemory(const MemorySnapshot& snapshot,
                                            const Settings& settings,
                                            std::vector<SnapshotRange> steps = {},
                                            std::vector<SnapshotRange> annotations = {});

}  // namespace gaplight
