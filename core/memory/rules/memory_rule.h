// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/detectors/engine/rule_opinion.h"
#include "core/detectors/engine/settings.h"
#include "core/memory/measures/memory_holders.h"
#include "core/memory/measures/own_frames.h"
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
struct MemoryFinding : RuleOpinion {
    std::int64_t bytes = 0;  // what a fix could gain at most; findings are ranked by it
    std::int32_t device = 0;
    FrameId frame;                           // line of the program; invalid: not known
    std::vector<std::uint32_t> allocations;  // examples, into MemoryModel::allocations
    std::vector<Moment> moments;             // where it shows
};

struct MemoryRuleResult {
    std::vector<MemoryFinding> findings;
    std::string notApplicable;  // why the rule cannot run; empty: it ran
};

struct MemoryRule {
    std::string_view id;
    std::string_view name;
    std::string_view question;
    std::span<const Threshold> thresholds;
    MemoryRuleResult (*run)(const MemoryRuleInput& input) = nullptr;
    std::span<const DeclaredValue> values = {};
};

}  // namespace gaplight
