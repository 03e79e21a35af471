// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rank_set_comparison.h"

#include <algorithm>
#include <array>
#include <ranges>

#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/session/comparison_of.h"

namespace gaplight {
namespace {

StepAverages averagesOf(const RankSetAnalysis& set) {
    StepAverages sums;
    for (const RankTotals& totals : set.totals) {
        for (const RankStep& step : totals.steps) {
            ++sums.steps;
            addClamped(sums.length, step.range.length());
            addClamped(sums.compute, step.compute);
            addClamped(sums.wait, step.wait);
            addClamped(sums.lateness, step.lead);
            addClamped(sums.idle, step.range.length() - step.busy);
        }
    }
    if (sums.steps > 0) {
        const auto count = static_cast<std::int64_t>(sums.steps);
        for (Duration* sum :
             {&sums.length, &sums.compute, &sums.wait, &sums.lateness, &sums.idle}) {
            *sum /= count;
        }
    }
    return sums;
}

std::optional<std::size_t> positionOf(const RankSet& set, int rank) {
    const auto found = std::find_if(set.ranks.begin(), set.ranks.end(),
                                    [&](const RankSession& one) { return one.rank == rank; });
    return found == set.ranks.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - set.ranks.begin()));
}

// Recording may take this share of a step more on one rank than on the others of its run, before
// the ranks' times without it are no longer those of one program.
constexpr double kMaxUnevenRecording = 0.15;

// The share of a step that recording takes on each rank of which it is known, by rank.
std::vector<std::pair<double, int>> recordingShares(const RankSetComparison& result, bool isA) {
    std::vector<std::pair<double, int>> shares;
    for (const ComparedRank& rank : result.ranks) {
        const Verdict& verdict = rank.comparison.verdict;
        const Duration traced = isA ? verdict.a : verdict.bAtClock;
        if (verdict.unprofiled && traced > Duration{}) {
            const Duration without = isA ? verdict.unprofiled->a : verdict.unprofiled->b;
            shares.emplace_back(static_cast<double>((traced - without).count()) /
                                    static_cast<double>(traced.count()),
                                rank.rank);
        }
    }
    return shares;
}

// "recording takes 22 % of a step on rank 1 of A and 2 % at most on the others"
std::string unevenRecordingText(const RankSetComparison& result, bool isA) {
    std::vector<std::pair<double, int>> shares = recordingShares(result, isA);
    std::ranges::sort(shares);
    const double next = shares.size() > 1 ? std::max(0.0, shares[shares.size() - 2].first) : 0;
    if (shares.empty() || shares.back().first - next < kMaxUnevenRecording) {
        return {};
    }
    return "recording takes " + percentText(shares.back().first, PercentForm::Estimate) +
           (result.perStep ? " of a step on rank " : " of rank ") +
           std::to_string(shares.back().second) + " of " + (isA ? "A" : "B") +
           (shares.size() > 1 ? " and " + percentText(next, PercentForm::Estimate) +
                                    " at most on the others of which it is known"
                              : ", and is not known of the others") +
           ": the ranks' changes without it are far apart, and what slows this rank is not the "
           "program";
}

Duration middleOf(const std::pair<Duration, Duration>& pair) {
    return (pair.first + pair.second) / 2;
}

UnprofiledChange middleOf(const UnprofiledChange& lower, const UnprofiledChange& upper) {
    if (&lower == &upper) {
        return lower;
    }
    UnprofiledChange middle{(lower.a + upper.a) / 2, (lower.b + upper.b) / 2, 0,
                            std::max(lower.error, upper.error)};
    middle.change =
        static_cast<double>((middle.b - middle.a).count()) / static_cast<double>(middle.a.count());
    return middle;
}

void findUnprofiled(RankSetComparison& result) {
    std::vector<std::pair<double, const UnprofiledChange*>> changes;
    for (const ComparedRank& rank : result.ranks) {
        if (const auto& unprofiled = rank.comparison.verdict.unprofiled) {
            changes.emplace_back(unprofiled->change, &*unprofiled);
        }
    }
    result.unprofiledRanks = changes.size();
    for (const bool isA : {true, false}) {
        if (std::string text = unevenRecordingText(result, isA); !text.empty()) {
            result.remarks.push_back(std::move(text));
        }
    }
    if (!changes.empty() && result.remarks.empty()) {
        const auto [lower, upper] = middlePair(changes);
        result.unprofiled = middleOf(*lower.second, *upper.second);
    }
}

void judge(RankSetComparison& result) {
    std::array<std::size_t, 3> votes{};
    std::vector<Duration> a;
    std::vector<Duration> b;
    for (const ComparedRank& rank : result.ranks) {
        const Verdict& verdict = rank.comparison.verdict;
        if (verdict.kind != VerdictKind::Inconclusive) {
            ++votes.at(static_cast<std::size_t>(verdict.kind));
        }
        if (verdict.change) {
            a.push_back(verdict.a);
            b.push_back(verdict.bAtClock);
        }
    }
    const auto most = std::max_element(votes.begin(), votes.end());
    const bool isAgreed =
        std::count_if(votes.begin(), votes.end(), [](std::size_t one) { return one > 0; }) == 1;
    if (isAgreed && *most * 2 >= result.ranks.size()) {
        result.kind = static_cast<VerdictKind>(most - votes.begin());
    }
    if (!a.empty()) {
        result.a = middleOf(middlePair(a));
        result.b = middleOf(middlePair(b));
        if (result.kind != VerdictKind::Inconclusive && result.a > Duration{}) {
            result.change = static_cast<double>((result.b - result.a).count()) /
                            static_cast<double>(result.a.count());
        }
    }
}

}  // namespace

RankSetComparison compareRankSets(const RankSet& a, const RankSet& b,
                                  const CompareOptions& options) {
    RankSetComparison result;
    for (std::size_t at = 0; at < a.ranks.size(); ++at) {
        const std::optional<std::size_t> other = positionOf(b, a.ranks[at].rank);
        if (!other) {
            result.onlyInA.push_back(a.ranks[at].rank);
            continue;
        }
        result.ranks.push_back(
            {a.ranks[at].rank, at, *other,
             compareSessions(*a.ranks[at].session, *b.ranks[*other].session, options)});
    }
    for (const RankSession& rank : b.ranks) {
        if (!positionOf(a, rank.rank)) {
            result.onlyInB.push_back(rank.rank);
        }
    }
    result.stepsOfA = averagesOf(a.analysis);
    result.stepsOfB = averagesOf(b.analysis);
    const auto verdicts = std::views::transform(
        result.ranks, [](const ComparedRank& rank) -> auto& { return rank.comparison.verdict; });
    result.otherWork = std::ranges::any_of(verdicts, &Verdict::otherWork);
    result.perStep = std::ranges::all_of(verdicts, &Verdict::perStep);
    judge(result);
    findUnprofiled(result);
    return result;
}

}  // namespace gaplight
