// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/gpu/occupancy.h"
#include "core/detectors/engine/detector.h"
#include "core/detectors/shared/kernel_finding.h"

namespace gaplight {

// The input of a rule about kernels on one GPU.
struct GpuInput {
    const DetectorInput& input;
    const DeviceAnalysis& device;
    const DeviceProperties* properties = nullptr;  // null where the file does not have them
    // By start, without the trials of autotuning (warmActivities).
    std::span<const ActivityId> activities;

    // time >= `min_time`, and >= `busy_share` of the GPU's busy time: thresholds that all of these
    // rules have.
    bool isLong(Duration time) const {
        return time >= input.settings.time("min_time") &&
               input.settings.reaches("busy_share", time, device.totals.busy);
    }
};

// Whether the GPU's properties and the grids of kernels were recorded, which occupancyOf() needs.
[[nodiscard]] inline bool hasOccupancy(const GpuInput& gpu) {
    return gpu.properties != nullptr && gpu.input.trace.kernelConfigs().size() > 0;
}

inline constexpr std::array kKernelValues{
    DeclaredValue{"time", QuantityKind::Nanoseconds},
    DeclaredValue{"busy_share", QuantityKind::Share},
    DeclaredValue{"gpu_busy", QuantityKind::Case, true, "waits-for-host"},
    DeclaredValue{"gpu_busy_share", QuantityKind::Share, true},
    DeclaredValue{"ops", QuantityKind::Rows, true},
    DeclaredValue{"op", QuantityKind::Text, true},
    DeclaredValue{"op_share", QuantityKind::Share, true},
};

// Kernels of one GPU that are one finding. Each rule derives a type with what else it measured.
struct ReportedKernels {
    Duration time{};
    std::vector<SliceId> slices;
    std::vector<ReplayEdit> edits;  // without the cause; empty: no saving
    bool isBound = false;           // the edits remove more than a fix could
};

// A rule about kernels: on each GPU for which `accept` is true, `findGroups` gives the groups of
// kernels that are a finding each, and `describe` sets the values that the rule measured of one.
//
// Every finding has the kernelValues(), which kKernelValues declares.
template <class Group>
struct KernelRule {
    std::string_view id;
    std::string_view notApplicable;  // the reason where no GPU is accepted
    bool (*accept)(const GpuInput& gpu) = nullptr;
    std::function<std::vector<Group>(const GpuInput& gpu)> findGroups;
    // Adds to the finding's values; its count, place, evidence and edits are there already.
    std::function<void(const GpuInput& gpu, const Group& group, Finding& finding)> describe;
};

// Longest first; of equally long ones the first stays first.
template <class Group>
void sortByTime(std::vector<Group>& groups) {
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Group& a, const Group& b) { return a.time > b.time; });
}

// In the order of the GPUs and of what findGroups() gives. O(findGroups + kernels log kernels).
template <class Group>
[[nodiscard]] DetectorResult runKernelRule(const KernelRule<Group>& rule,
                                           const DetectorInput& input) {
    DetectorResult result;
    bool isAccepted = false;
    for (const DeviceAnalysis& device : input.analysis.devices) {
        const std::optional<std::vector<ActivityId>> warm = warmActivities(input, device);
        const GpuInput gpu{input, device, device.properties,
                           warm ? std::span(*warm) : std::span(device.byStart)};
        if (!rule.accept(gpu)) {
            continue;
        }
        isAccepted = true;
        for (const Group& group : rule.findGroups(gpu)) {
            Finding finding = kernelFinding(input, rule.id, device.totals.gpu, group.slices);
            finding.values = kernelValues(device, group.time);
            finding.edits = group.edits;
            finding.isBound = group.isBound;
            rule.describe(gpu, group, finding);
            result.findings.push_back(std::move(finding));
        }
    }
    if (!isAccepted) {
        result.notApplicable = rule.notApplicable;
    }
    return result;
}

}  // namespace gaplight
