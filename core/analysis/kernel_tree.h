// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/analysis/counted_activities.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/trace/trace.h"

namespace gaplight {

// What the kernels of a row have in common: their group; their name too; their launch
// configuration and the input shapes of the operator that launched them too.
enum class KernelLevel : std::uint8_t { Group, Name, Launch };

struct KernelTreeNode {
    KernelLevel level = KernelLevel::Group;
    KernelGroup group = KernelGroup::Other;
    StringId name;           // Name, Launch
    bool hasConfig = false;  // Launch: the grid was recorded
    std::array<std::uint32_t, 3> grid{};
    std::array<std::uint16_t, 3> block{};
    SliceId shapedOperator;        // Launch: one with the input shapes of all; invalid: none
    std::uint32_t parent = 0;      // of a group: itself
    std::uint32_t firstChild = 0;  // children are contiguous, most time first
    std::uint32_t childCount = 0;
    std::uint32_t firstActivity = 0;  // its activities are contiguous
    std::uint32_t count = 0;
    Duration total{};
    Duration shortest{};
    Duration median{};
    Duration p99{};
    Duration longest{};
    SliceId longestSlice;
};

// Kernels by group, name, and launch configuration with input shapes. Groups come first in nodes(),
// most time first. Immutable.
class KernelTree {
public:
    KernelTree() = default;
    // `activities`: of countedActivities(); copies and memsets count in gpuTime() only. If `stop`
    // is requested the result is incomplete and must be discarded.
    // O(activities × (log activities + depth of the slices around their launches)).
    [[nodiscard]] static KernelTree build(const Trace& trace,
                                          std::vector<CountedActivity> activities,
                                          const std::stop_token& stop = {});

    std::span<const KernelTreeNode> nodes() const { return m_nodes; }
    std::uint32_t groupCount() const { return m_groupCount; }
    // By row; within one launch configuration by start.
    std::span<const CountedActivity> activitiesOf(const KernelTreeNode& node) const {
        return std::span(m_activities).subspan(node.firstActivity, node.count);
    }
    // Sum of all activities, of copies and memsets too.
    Duration gpuTime() const { return m_gpuTime; }

private:
    friend class KernelTreeBuild;

    std::vector<KernelTreeNode> m_nodes;
    std::uint32_t m_groupCount = 0;
    std::vector<CountedActivity> m_activities;
    Duration m_gpuTime{};
};

}  // namespace gaplight
