// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// growth-per-step: g(i) = allocated at the end of step i - allocated at the end of step i - 1, for
// i >= 1. Fires if the last n steps, n >= min_steps, all have g(i) >= min_growth. The lines: what
// each allocated in the n steps before the last one and holds after it, in at least min_steps of
// them; so what each step leaves to the next one alone does not count.
#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "core/base/statistics.h"
#include "core/memory/rules/memory_rules.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxKeptLines = 4;

constexpr std::array kGrowthPerStepThresholds{
    Threshold{"min_growth", ThresholdUnit::Count, 100'000,
              "bytes a step by which memory must grow to be reported",
              "100 kB a step fills 80 GB in 800,000 steps; lists of loss values take 512 bytes"},
    Threshold{"min_steps", ThresholdUnit::Count, 3,
              "consecutive steps that must grow, up to the last one, the first step left out",
              "diffusers profiling guide: memory is flat from step to step"},
};

constexpr std::array kGrowthPerStepValues{
    DeclaredValue{"gpu", QuantityKind::Text},
    DeclaredValue{"growth", QuantityKind::Bytes},
    DeclaredValue{"steps", QuantityKind::Count},
    DeclaredValue{"allocated", QuantityKind::Bytes},
    DeclaredValue{"line", QuantityKind::Text, true},
    DeclaredValue{"lines", QuantityKind::Rows, true},
    DeclaredValue{"kept", QuantityKind::Bytes, true},
    DeclaredValue{"blocks", QuantityKind::Count, true},
    DeclaredValue{"place", QuantityKind::Text, true},
    DeclaredValue{"confidence", QuantityKind::Case, true, "not-explained"},
};

struct GrowingSteps {
    std::size_t first = 0;
    std::size_t last = 0;
    std::int64_t median = 0;
};

std::optional<GrowingSteps> growingSteps(const MemoryRuleInput& input) {
    const std::int64_t least = std::max<std::int64_t>(1, input.settings.value("min_growth"));
    std::vector<std::int64_t> grown;
    std::size_t step = input.steps.size();
    while (step > 1) {
        const std::int64_t growth = input.steps[step - 1].growth(input.steps[step - 2].heldAtEnd);
        if (growth < least) {
            break;
        }
        grown.push_back(growth);
        --step;
    }
    const auto needed = std::max<std::int64_t>(1, input.settings.value("min_steps"));
    if (grown.size() < static_cast<std::size_t>(needed)) {
        return std::nullopt;
    }
    return GrowingSteps{step, input.steps.size() - 1, lowerMedian(grown)};
}

MemoryFinding describeGrowth(const MemoryRuleInput& input, const GrowingSteps& growing) {
    const std::size_t count = growing.last - growing.first + 1;
    const auto minSteps = static_cast<std::uint64_t>(input.settings.value("min_steps"));
    MemoryFinding finding;
    ValueRows rows;
    std::int64_t explained = 0;
    const std::span earlier(input.steps.data() + growing.first - 1, count);
    for (const KeptMemory& kept :
         keptOfSteps(input.model, input.frames, earlier, input.steps[growing.last].end)) {
        if (kept.steps < minSteps || !kept.frame.isValid() || rows.size() == kMaxKeptLines) {
            continue;
        }
        finding.frame = rows.empty() ? kept.frame : finding.frame;
        FindingValues& row = rows.emplace_back();
        row.set("kept", ByteCount{kept.bytes / static_cast<std::int64_t>(count)});
        row.setCount("blocks", kept.count);
        row.set("place", input.frames.text(kept.frame));
        finding.allocations.push_back(kept.example);
        explained += kept.bytes;
    }
    const std::int64_t grown =
        input.steps[growing.last].heldAtEnd - input.steps[growing.first - 1].heldAtEnd;
    if (2 * explained < grown) {
        finding.values.set("confidence", CaseName{"not-explained"});
    } else {
        finding.values.set("line", input.frames.text(finding.frame));
    }
    finding.severity = Severity::Warning;
    finding.bytes = grown;
    finding.values.set("growth", ByteCount{growing.median});
    finding.values.setCount("steps", count);
    finding.values.set("allocated", ByteCount{input.steps[growing.last].heldAtEnd});
    finding.values.set("lines", std::move(rows));
    for (std::size_t step = growing.first; step <= growing.last; ++step) {
        finding.moments.push_back(input.steps[step].end);
    }
    return finding;
}

MemoryRuleResult findGrowthPerStep(const MemoryRuleInput& input) {
    if (input.steps.size() < 2) {
        return {{}, "no steps are known: annotate them, or open the snapshot with its trace"};
    }
    const auto growing = growingSteps(input);
    return growing ? MemoryRuleResult{{describeGrowth(input, *growing)}, {}} : MemoryRuleResult{};
}

}  // namespace

const MemoryRule& growthPerStepRule() {
    static const MemoryRule kRule{
        {.id = "growth-per-step",
         .name = "Growth per step",
         .question =
             "Does each step leave more memory held than the one before, and which line holds it?",
         .thresholds = kGrowthPerStepThresholds,
         .values = kGrowthPerStepValues},
        findGrowthPerStep};
    return kRule;
}

}  // namespace gaplight
