// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/snapshot_marks.h"

namespace gaplight {
namespace {

constexpr std::int64_t kMarkNsPerUs = 1000;

Role tickColor(Severity severity) {
    switch (severity) {
        case Severity::Critical:
            return Role::SeverityCritical;
        case Severity::Warning:
            return Role::SeverityWarning;
        case Severity::Info:
            break;
    }
    return Role::SeverityInfo;
}

}  // namespace

std::vector<SnapshotStep> snapshotStepsOf(const MemoryModel& model,
                                          const DeviceMemoryFacts& facts) {
    std::vector<SnapshotStep> steps;
    for (const RangeMemory& step : facts.steps) {
        steps.push_back({model.timeUs(step.begin) * kMarkNsPerUs,
                         model.timeUs(step.end) * kMarkNsPerUs, step.label});
    }
    return steps;
}

std::vector<MemoryTick> memoryTicksOf(const MemoryAssessment& assessment, std::int32_t device) {
    std::vector<MemoryTick> ticks;
    for (const MemoryFinding& finding : assessment.findings) {
        if (finding.device == device) {
            for (const Moment moment : finding.moments) {
                ticks.push_back({moment, tickColor(finding.severity)});
            }
        }
    }
    return ticks;
}

}  // namespace gaplight
