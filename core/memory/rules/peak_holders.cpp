// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// peak-holders: P = max over moments of allocated; h(f) = bytes held by line f at the first moment
// of P; w(f) = max over moments of (allocated - bytes held by f). Fires if max h(f) >= min_share *
// P over the lines f that are known. Gain of f: P - w(f).
#include <algorithm>
#include <array>

#include "core/memory/rules/memory_rules.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxHolders = 4;

constexpr std::array kPeakHolderThresholds{
    Threshold{
        "min_share", ThresholdUnit::Share, percent(10),
        "share of the peak that one line must hold, and by which the peak is lower without it",
        "below a tenth of the peak, other lines are the better place to begin"},
    Threshold{"min_peak", ThresholdUnit::Count, 16'000'000, "bytes of a peak that is looked at",
              "a GPU has gigabytes"},
};

constexpr std::array kPeakHolderValues{
    DeclaredValue{"gpu", QuantityKind::Text},
    DeclaredValue{"peak", QuantityKind::Bytes},
    DeclaredValue{"line", QuantityKind::Text},
    DeclaredValue{"share", QuantityKind::Share},
    DeclaredValue{"holders", QuantityKind::Rows},
    DeclaredValue{"held", QuantityKind::Bytes, true},
    DeclaredValue{"blocks", QuantityKind::Count, true},
    DeclaredValue{"holder", QuantityKind::Text, true},
    DeclaredValue{"gain", QuantityKind::Bytes, true},
    DeclaredValue{"before", QuantityKind::Bytes, true},
};

MemoryRuleResult findPeakHolders(const MemoryRuleInput& input) {
    const std::int64_t peak = input.model.allocated[input.model.peak()];
    if (std::ranges::none_of(input.holders,
                             [](const MemoryHolder& one) { return one.frame.isValid(); })) {
        return {{}, "no allocation that is held at the peak has a call stack"};
    }
    MemoryFinding finding;
    ValueRows rows;
    for (const MemoryHolder& holder : input.holders) {
        const bool isLarge =
            input.settings.reaches("min_share", Duration(holder.bytes), Duration(peak));
        if (!holder.frame.isValid() || !isLarge || rows.size() == kMaxHolders) {
            continue;
        }
        const std::int64_t without = peakWithout(input.model, [&](const Allocation& one) {
            return input.frames.of(one.stack) == holder.frame;
        });
        if (!input.settings.reaches("min_share", Duration(peak - without), Duration(peak))) {
            continue;
        }
        if (rows.empty()) {
            finding.frame = holder.frame;
            finding.bytes = peak - without;
            finding.values.set("share", ShareValue{holder.bytes, peak});
            finding.values.set("line", input.frames.text(holder.frame));
        }
        FindingValues& row = rows.emplace_back();
        row.set("held", ByteCount{holder.bytes});
        row.setCount("blocks", holder.count);
        row.set("holder", input.frames.text(holder.frame));
        row.set("gain", ByteCount{peak - without});
        finding.allocations.push_back(holder.example);
    }
    if (rows.empty() || peak < input.settings.value("min_peak")) {
        return {};
    }
    for (const MemoryHolder& holder : input.holders) {
        if (!holder.frame.isValid()) {
            finding.values.set("before", ByteCount{holder.bytes});
        }
    }
    finding.values.set("peak", ByteCount{peak});
    finding.values.set("holders", std::move(rows));
    finding.moments = {input.model.peak()};
    return {{std::move(finding)}, {}};
}

}  // namespace

const MemoryRule& peakHoldersRule() {
    static const MemoryRule kRule{
        {.id = "peak-holders",
         .name = "Peak holders",
         .question = "Which lines hold the memory at its peak, and how much lower "
                     "would it be without them?",
         .thresholds = kPeakHolderThresholds,
         .values = kPeakHolderValues},
        findPeakHolders};
    return kRule;
}

}  // namespace gaplight
