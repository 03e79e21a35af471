// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// segments-in-steps: of the steps after the first, those in which the allocator takes memory from
// the driver (cudaMalloc). Fires if these are at least min_share of them, at least min_steps, and
// the last step is one of them. Case "returned": it also returns memory in these steps.
#include <array>
#include <map>

#include "core/memory/rules/memory_rules.h"

namespace gaplight {
namespace {

constexpr std::array kSegmentThresholds{
    Threshold{"min_share", ThresholdUnit::Share, percent(50),
              "share of the steps after the first that must take memory from the driver",
              "a cache that still fills does so ever more rarely"},
    Threshold{"min_steps", ThresholdUnit::Count, 3, "steps that must do so", "warm-up takes two"},
};

constexpr std::array kSegmentValues{
    DeclaredValue{"gpu", QuantityKind::Text},
    DeclaredValue{"calls", QuantityKind::Count},
    DeclaredValue{"steps", QuantityKind::Count},
    DeclaredValue{"bytes", QuantityKind::Bytes},
    DeclaredValue{"line", QuantityKind::Text, true},
    DeclaredValue{"fix", QuantityKind::Case, false, "returned grows"},
    DeclaredValue{"why", QuantityKind::Case, false, "returned grows"},
};

MemoryRuleResult findSegmentsInSteps(const MemoryRuleInput& input) {
    if (input.steps.size() < 2) {
        return {{}, "no steps are known: annotate them, or open the snapshot with its trace"};
    }
    std::uint64_t steps = 0;
    std::uint64_t calls = 0;
    std::uint64_t returned = 0;
    std::int64_t bytes = 0;
    std::map<FrameId, std::int64_t> lines;
    MemoryFinding finding;
    for (std::size_t at = 1; at < input.steps.size(); ++at) {
        const RangeMemory& step = input.steps[at];
        steps += step.segmentsTaken > 0 ? 1 : 0;
        calls += step.segmentsTaken;
        returned += step.segmentsReturned;
        bytes += step.segmentBytesTaken;
        for (Moment moment = step.begin; moment < step.end && step.segmentsTaken > 0; ++moment) {
            const AllocatorEvent& event = input.model.events[moment];
            if (event.action == AllocatorAction::SegmentAlloc ||
                event.action == AllocatorAction::SegmentMap) {
                lines[input.frames.of(event.stack)] += event.size;
                finding.moments.push_back(moment + 1);
            }
        }
    }
    const auto all = static_cast<std::int64_t>(input.steps.size()) - 1;
    if (steps < static_cast<std::uint64_t>(input.settings.value("min_steps")) ||
        input.steps.back().segmentsTaken == 0 ||
        !input.settings.reaches("min_share", Duration(steps), Duration(all))) {
        return {};
    }
    std::int64_t most = 0;
    for (const auto& [frame, size] : lines) {
        if (frame.isValid() && size > most) {
            most = size;
            finding.frame = frame;
        }
    }
    finding.severity = Severity::Warning;
    finding.bytes = bytes;
    const CaseName kind{2 * returned >= calls ? "returned" : "grows"};
    finding.values.set("why", kind);
    finding.values.set("fix", kind);
    finding.values.setCount("calls", calls);
    finding.values.setCount("steps", steps);
    finding.values.set("bytes", ByteCount{bytes / static_cast<std::int64_t>(steps)});
    if (finding.frame.isValid()) {
        finding.values.set("line", input.frames.text(finding.frame));
    }
    return {{std::move(finding)}, {}};
}

}  // namespace

const MemoryRule& segmentsInStepsRule() {
    static const MemoryRule kRule{
        {.id = "segments-in-steps",
         .name = "Driver memory in steps",
         .question = "Does the allocator request memory from the driver in steady steps?",
         .thresholds = kSegmentThresholds,
         .values = kSegmentValues},
        findSegmentsInSteps};
    return kRule;
}

}  // namespace gaplight
