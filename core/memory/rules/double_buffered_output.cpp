// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// double-buffered-output: line f allocates a block of one size s once in each of the last n steps,
// n >= min_steps, and the block of a step is freed only after that of the next one is allocated.
// Fires if s >= min_share of the peak P and P - max over moments of (allocated - the time in which
// both are held) >= min_share * P.
#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "core/base/share.h"
#include "core/memory/rules/memory_rules.h"

namespace gaplight {
namespace {

constexpr std::array kDoubleBufferedThresholds{
    Threshold{"min_share", ThresholdUnit::Share, percent(5),
              "share of the peak by which it must be lower if the old block were freed first",
              "a twentieth of the peak for one line of code"},
    Threshold{"min_steps", ThresholdUnit::Count, 3, "consecutive steps that must show it",
              "twice may be chance"},
};

constexpr std::array kDoubleBufferedValues{
    DeclaredValue{"gpu", QuantityKind::Text},   DeclaredValue{"size", QuantityKind::Bytes},
    DeclaredValue{"line", QuantityKind::Text},  DeclaredValue{"steps", QuantityKind::Count},
    DeclaredValue{"gain", QuantityKind::Bytes}, DeclaredValue{"peak", QuantityKind::Bytes},
};

// Blocks of one line and size in order of begin.
using Blocks = std::vector<std::uint32_t>;

std::map<std::pair<FrameId, std::int64_t>, Blocks> largeBlocks(const MemoryRuleInput& input,
                                                               std::int64_t peak) {
    const std::int64_t minShare = input.settings.ppm("min_share");
    std::map<std::pair<FrameId, std::int64_t>, Blocks> blocks;
    for (std::size_t at = 0; at < input.model.allocations.size(); ++at) {
        const Allocation& one = input.model.allocations[at];
        const FrameId frame = input.frames.of(one.stack);
        if (one.size > 0 && frame.isValid() && one.begin > 0 &&
            reachesPpm(Duration(one.size), Duration(peak), minShare)) {
            blocks[{frame, one.size}].push_back(static_cast<std::uint32_t>(at));
        }
    }
    return blocks;
}

// How many of the last steps have exactly one of the blocks, each held when the next one begins and
// freed before the one after that.
std::size_t stepsInTurn(const MemoryRuleInput& input, const Blocks& blocks) {
    const auto& allocations = input.model.allocations;
    std::size_t turns = 0;
    std::size_t block = blocks.size();
    for (std::size_t step = input.steps.size(); step-- > 0 && block > 0; ++turns) {
        const Allocation& one = allocations[blocks[block - 1]];
        const bool isInStep =
            input.steps[step].begin < one.begin && one.begin <= input.steps[step].end;
        const bool isOnly =
            block < 2 || allocations[blocks[block - 2]].begin <= input.steps[step].begin;
        const bool overlapsNext =
            block == blocks.size() ||
            (one.isHeldAt(allocations[blocks[block]].begin) &&
             (block + 1 >= blocks.size() || !one.isHeldAt(allocations[blocks[block + 1]].begin)));
        if (!isInStep || !isOnly || !overlapsNext) {
            break;
        }
        --block;
    }
    return turns;
}

// The peak if each block ended where the next one begins.
std::int64_t peakWithoutOverlap(const MemoryRuleInput& input, const Blocks& blocks) {
    const MemoryModel& model = input.model;
    std::vector<std::int64_t> change(model.allocated.size() + 1);
    for (std::size_t at = 0; at + 1 < blocks.size(); ++at) {
        const Allocation& one = model.allocations[blocks[at]];
        const Moment next = model.allocations[blocks[at + 1]].begin;
        if (next < one.end) {
            change[next] -= one.size;
            change[std::min<std::size_t>(one.end, model.allocated.size())] += one.size;
        }
    }
    std::int64_t peak = 0;
    std::int64_t sum = 0;
    for (std::size_t at = 0; at < model.allocated.size(); ++at) {
        sum += change[at];
        peak = std::max(peak, model.allocated[at] + sum);
    }
    return peak;
}

MemoryRuleResult findDoubleBufferedOutput(const MemoryRuleInput& input) {
    if (input.steps.size() < 2) {
        return {{}, "no steps are known: annotate them, or open the snapshot with its trace"};
    }
    const std::int64_t peak = input.model.allocated[input.model.peak()];
    const auto minSteps = static_cast<std::size_t>(input.settings.value("min_steps"));
    MemoryRuleResult result;
    for (const auto& [key, blocks] : largeBlocks(input, peak)) {
        const std::size_t turns = stepsInTurn(input, blocks);
        const std::int64_t gain = turns < minSteps ? 0 : peak - peakWithoutOverlap(input, blocks);
        if (turns < minSteps ||
            !input.settings.reaches("min_share", Duration(gain), Duration(peak))) {
            continue;
        }
        MemoryFinding& finding = result.findings.emplace_back();
        finding.frame = key.first;
        finding.bytes = gain;
        finding.allocations = {blocks.back()};
        finding.values.set("size", ByteCount{key.second});
        finding.values.set("line", input.frames.text(key.first));
        finding.values.setCount("steps", turns);
        finding.values.set("gain", ByteCount{gain});
        finding.values.set("peak", ByteCount{peak});
    }
    return result;
}

}  // namespace

const MemoryRule& doubleBufferedOutputRule() {
    static const MemoryRule kRule{
        {.id = "double-buffered-output",
         .formerId = "retaken-memory",
         .name = "Memory taken before the old is freed",
         .question =
             "Does each step allocate a block anew while that of the step before is still held?",
         .thresholds = kDoubleBufferedThresholds,
         .values = kDoubleBufferedValues},
        findDoubleBufferedOutput};
    return kRule;
}

}  // namespace gaplight
