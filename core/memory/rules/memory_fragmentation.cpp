// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// fragmentation: at the moment of the largest reserved, unused u = reserved - active, largest hole
// l. Fires if u >= min_unused, u / reserved >= min_share, and the segments that were taken although
// the unused bytes of their pool were enough sum to at least min_forced of reserved.
#include <array>

#include "core/memory/rules/memory_rules.h"

namespace gaplight {
namespace {

constexpr std::array kFragmentationThresholds{
    Threshold{"min_unused", ThresholdUnit::Count, 100'000'000,
              "bytes that must be reserved but unused", "less is lost in any run"},
    Threshold{"min_share", ThresholdUnit::Share, percent(20),
              "share of the reserved memory that must be unused",
              "the allocator keeps what earlier peaks needed; a fifth is usual"},
    Threshold{"min_forced", ThresholdUnit::Share, percent(5),
              "share of the reserved memory that was taken because no hole was large enough",
              "unused memory alone harms nothing: it is given to later requests"},
};

constexpr std::array kFragmentationValues{
    DeclaredValue{"gpu", QuantityKind::Text},
    DeclaredValue{"reserved", QuantityKind::Bytes},
    DeclaredValue{"allocated", QuantityKind::Bytes},
    DeclaredValue{"unused", QuantityKind::Bytes},
    DeclaredValue{"share", QuantityKind::Share},
    DeclaredValue{"hole", QuantityKind::Bytes},
    DeclaredValue{"holes", QuantityKind::Count},
    DeclaredValue{"forced", QuantityKind::Count},
    DeclaredValue{"forced_bytes", QuantityKind::Bytes},
    DeclaredValue{"line", QuantityKind::Text, true},
};

MemoryRuleResult findFragmentation(const MemoryRuleInput& input) {
    if (input.model.segments.empty()) {
        return {{}, "the snapshot has no segments"};
    }
    const Fragmentation state = fragmentationAt(input.model, input.model.reservedPeak());
    const std::int64_t unused = state.reserved - state.active;
    if (unused < input.settings.value("min_unused") ||
        !input.settings.reaches("min_share", Duration(unused), Duration(state.reserved))) {
        return {};
    }
    const std::vector<ForcedSegment> forced = forcedSegments(input.model);
    std::int64_t bytes = 0;
    for (const ForcedSegment& one : forced) {
        bytes += one.size;
    }
    if (forced.empty() ||
        !input.settings.reaches("min_forced", Duration(bytes), Duration(state.reserved))) {
        return {};
    }
    MemoryFinding finding;
    finding.severity = Severity::Warning;
    finding.bytes = bytes;
    finding.frame = input.frames.of(input.model.events[forced.back().event].stack);
    FindingValues& values = finding.values;
    values.set("reserved", ByteCount{state.reserved});
    values.set("allocated", ByteCount{state.allocated});
    values.set("unused", ByteCount{unused});
    values.set("share", ShareValue{unused, state.reserved});
    values.set("hole", ByteCount{state.largestHole});
    values.setCount("holes", state.holes);
    values.setCount("forced", forced.size());
    values.set("forced_bytes", ByteCount{bytes});
    if (finding.frame.isValid()) {
        values.set("line", input.frames.text(finding.frame));
    }
    for (const ForcedSegment& one : forced) {
        finding.moments.push_back(one.event + 1);
    }
    return {{std::move(finding)}, {}};
}

}  // namespace

const MemoryRule& fragmentationRule() {
    static const MemoryRule kRule{
        {.id = "fragmentation",
         .name = "Fragmentation",
         .question = "Is more memory taken from the driver because free memory lies in pieces?",
         .thresholds = kFragmentationThresholds,
         .values = kFragmentationValues},
        findFragmentation};
    return kRule;
}

}  // namespace gaplight
