// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// peak-temporaries: P = peak of allocated; T(f) = allocations of line f that live at most
// max_lifetime of a step (without steps: max_history of the history) and of which one is held at P.
// Fires for f if P - max over moments of (allocated - T(f)) >= min_share * P.
#include <algorithm>
#include <array>
#include <vector>

#include "core/base/share.h"
#include "core/base/statistics.h"
#include "core/memory/rules/memory_rules.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxTemporaries = 3;

constexpr std::array kPeakTemporaryThresholds{
    Threshold{"min_share", ThresholdUnit::Share, percent(10),
              "share of the peak by which it must be lower without the temporary",
              "a tenth of a GPU is worth a change of code"},
    Threshold{"min_bytes", ThresholdUnit::Count, 16'000'000, "bytes of a temporary",
              "smaller ones fit into memory that lies free anyway"},
    Threshold{"max_lifetime", ThresholdUnit::Share, percent(20),
              "share of a median step that it lives at most",
              "activations live from forward to backward, a large part of a step"},
    Threshold{"max_history", ThresholdUnit::Share, percent(1),
              "the same as a share of the history, where no steps are known",
              "some 20 steps of a history at 20 % of each"},
};

constexpr std::array kPeakTemporaryValues{
    DeclaredValue{"gpu", QuantityKind::Text},
    DeclaredValue{"size", QuantityKind::Bytes},
    DeclaredValue{"lifetime", QuantityKind::Nanoseconds},
    DeclaredValue{"line", QuantityKind::Text},
    DeclaredValue{"peak", QuantityKind::Bytes},
    DeclaredValue{"gain", QuantityKind::Bytes},
    DeclaredValue{"share", QuantityKind::Share},
    DeclaredValue{"times", QuantityKind::Count},
};

// A temporary lives at most `ppm` of a whole.
struct LifetimeLimit {
    std::int64_t wholeUs = 0;
    std::int64_t ppm = 0;

    bool allows(std::int64_t lifetimeUs) const {
        return !exceedsPpm(Duration(lifetimeUs), Duration(wholeUs), ppm);  // both in µs
    }
};

LifetimeLimit lifetimeLimit(const MemoryRuleInput& input) {
    std::vector<std::int64_t> lengths;
    for (const RangeMemory& step : input.steps) {
        lengths.push_back(input.model.timeUs(step.end) - input.model.timeUs(step.begin));
    }
    if (!lengths.empty()) {
        return {lowerMedian(lengths), input.settings.ppm("max_lifetime")};
    }
    const std::int64_t history =
        input.model.timeUs(input.model.lastMoment()) - input.model.timeUs(0);
    return {history, input.settings.ppm("max_history")};
}

MemoryRuleResult findPeakTemporaries(const MemoryRuleInput& input) {
    if (!input.snapshot.hasTimes) {
        return {{}, "the snapshot has no times"};
    }
    const MemoryModel& model = input.model;
    const Moment peakMoment = model.peak();
    const std::int64_t peak = model.allocated[peakMoment];
    const LifetimeLimit limit = lifetimeLimit(input);
    const std::int64_t least = input.settings.value("min_bytes");
    const auto isTemporary = [&](const Allocation& one) {
        return one.size >= least && one.begin > 0 && one.end <= model.lastMoment() &&
               limit.allows(model.timeUs(one.end) - model.timeUs(one.begin));
    };
    MemoryRuleResult result;
    for (const MemoryHolder& holder : input.holders) {
        const Allocation& example = model.allocations[holder.example];
        // What a line holds at the peak bounds the gain.
        if (!input.settings.reaches("min_share", Duration(holder.bytes), Duration(peak))) {
            break;
        }
        if (!holder.frame.isValid() || holder.largest < least ||
            result.findings.size() == kMaxTemporaries || !isTemporary(example)) {
            continue;
        }
        std::uint64_t times = 0;
        const std::int64_t gain =
            peak - peakWithout(model, [&](const Allocation& one) {
                const bool isOne = isTemporary(one) && input.frames.of(one.stack) == holder.frame;
                times += isOne ? 1 : 0;
                return isOne;
            });
        if (!input.settings.reaches("min_share", Duration(gain), Duration(peak))) {
            continue;
        }
        MemoryFinding& finding = result.findings.emplace_back();
        finding.frame = holder.frame;
        finding.bytes = gain;
        finding.allocations = {holder.example};
        finding.moments = {peakMoment};
        FindingValues& values = finding.values;
        values.set("size", ByteCount{holder.largest});
        values.set("lifetime",
                   Duration((model.timeUs(example.end) - model.timeUs(example.begin)) * 1000));
        values.set("line", input.frames.text(holder.frame));
        values.set("peak", ByteCount{peak});
        values.set("gain", ByteCount{gain});
        values.set("share", ShareValue{gain, peak});
        values.setCount("times", times);
    }
    return result;
}

}  // namespace

const MemoryRule& peakTemporariesRule() {
    static const MemoryRule kRule{
        {.id = "peak-temporaries",
         .name = "Temporaries at the peak",
         .question =
             "Is the peak so high because of large memory that is needed only for a moment?",
         .thresholds = kPeakTemporaryThresholds,
         .values = kPeakTemporaryValues},
        findPeakTemporaries};
    return kRule;
}

}  // namespace gaplight
