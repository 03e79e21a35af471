// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/diff/iteration_changes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "core/base/quantity_text.h"
#include "core/report/diff/compared_quantities.h"

namespace gaplight {
namespace {

std::string tokenRateText(double tokensPerSecond) {
    return countText(static_cast<std::uint64_t>(std::llround(tokensPerSecond)));
}

std::optional<FigureValue> rateOf(const StepSide& side) {
    return side.tokensPerSecond ? std::optional(FigureValue{*side.tokensPerSecond,
                                                            tokenRateText(*side.tokensPerSecond)})
                                : std::nullopt;
}

}  // namespace

Table kindChangesTable(const Verdict& verdict) {
    return tableOf(
        verdict.kinds, column("kind", "iterations", Unit::Text, &KindChange::name),
        column("share", "share of both", Unit::Share, &KindChange::share),
        column("count_a", "count A", Unit::Count, [](auto& kind) { return kind.a.steps.size(); }),
        column("count_b", "B", Unit::Count, [](auto& kind) { return kind.b.steps.size(); }),
        column("mode_a", "launched as, A", Unit::Text, [](auto& kind) { return kind.a.mode; }),
        column("mode_b", "B", Unit::Text, [](auto& kind) { return kind.b.mode; }),
        column("tokens_a", "tokens A", Unit::Count, [](auto& kind) { return kind.a.size; }),
        column("tokens_b", "B", Unit::Count, [](auto& kind) { return kind.b.size; }),
        column("a_ns", "time A", Unit::Nanoseconds, [](auto& kind) { return kind.a.typical.time; }),
        column("b_ns", "B", Unit::Nanoseconds, &KindChange::bAtClock),
        column("change", "", Unit::Factor, &KindChange::change),
        column("", "%", Unit::Figure,
               [](auto& kind) {
                   return changeText(kind.a.typical.time.count(), kind.bAtClock.count(),
                                     !kind.otherWork);
               }),
        column("noise_floor_ns", "noise floor", Unit::Nanoseconds, &KindChange::floor),
        column("tokens_per_s_a", "tokens/s A", Unit::Figure,
               [](auto& kind) { return rateOf(kind.a); }),
        column("tokens_per_s_b", "B", Unit::Figure, [](auto& kind) { return rateOf(kind.b); }),
        column("verdict", "", Unit::Text, [](auto& kind) { return verdictName(kind.kind); }));
}

std::string kindChangeText(const KindChange& change) {
    std::string text = change.name + ", " + percentText(change.share) +
                       " of the iterations: " + durationText(change.a.typical.time) + " → " +
                       durationText(change.bAtClock) + " (" +
                       changeText(change.a.typical.time.count(), change.bAtClock.count()) +
                       (change.kind == VerdictKind::Unchanged ? ", noise" : "") + ")";
    if (change.a.tokensPerSecond && change.b.tokensPerSecond) {
        text += ", " + tokenRateText(*change.a.tokensPerSecond) + " → " +
                tokenRateText(*change.b.tokensPerSecond) + " tokens/s";
    }
    // Of one graph too, a host takes longer for more requests.
    const auto [less, more] = std::minmax({change.a.size, change.b.size});
    if (more * 10 > less * 11) {
        text += ", " + countText(static_cast<std::uint64_t>(change.a.size)) + " → " +
                countText(static_cast<std::uint64_t>(change.b.size)) + " tokens each";
    }
    if (change.a.mode != change.b.mode) {
        text += ", " + change.a.mode + " → " + change.b.mode;
    }
    return text;
}

}  // namespace gaplight
