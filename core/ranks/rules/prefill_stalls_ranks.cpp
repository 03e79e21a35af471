// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// prefill-stalls-ranks: of the ranks of a server, a stall is a collective whose last rank computes
// prompts in the iteration that calls it (prefill or mixed), while others that take part only
// decode in theirs. Fires if stalls are in at least min_iterations iterations with prompts, and the
// exposed waits of the ranks that decode in them are at least min_share of the recorded time of all
// ranks. Where all ranks compute prompts at a time, nobody who decodes waits. The price is a joint
// replay in which each of these iterations computes, and keeps its host, as long as the median
// decode iteration of all ranks: a bound, since prompts have to be computed at some time.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/serving/iterations.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/ranks/rules/rank_rules.h"

namespace gaplight {
namespace {

constexpr std::array kPrefillRankThresholds{
    Threshold{"min_iterations", ThresholdUnit::Count, 2, "iterations with prompts that stall",
              "one is chance"},
    Threshold{"min_share", ThresholdUnit::Share, percent(2),
              "of the recorded time of all ranks that those which decode wait for them",
              "less does not show in the time to a token"},
};

constexpr std::array kPrefillRankValues{
    DeclaredValue{"iterations", QuantityKind::Count},
    DeclaredValue{"name", QuantityKind::Text},
    DeclaredValue{"tokens", QuantityKind::Count},
    DeclaredValue{"collectives", QuantityKind::Count},
    DeclaredValue{"waits", QuantityKind::Nanoseconds},
    DeclaredValue{"wait_share", QuantityKind::Share},
    DeclaredValue{"longest", QuantityKind::Nanoseconds},
    DeclaredValue{"before", QuantityKind::Nanoseconds, true},
    DeclaredValue{"after", QuantityKind::Nanoseconds, true},
    DeclaredValue{"unshortened", QuantityKind::Nanoseconds, true},
    DeclaredValue{"unprofiled", QuantityKind::Nanoseconds, true},
};

constexpr std::size_t kRanksNamed = 4;

// The iteration that calls for a rank's part of a collective; null: none.
const ServingIteration* iterationOf(const RankSet& set, const RankPart& part) {
    const Session& session = *set.ranks[part.rank].session;
    const SliceId call = set.analysis.calls[part.rank].calls[part.call].slice;
    return iterationAt(session.analysis.serving.get(), session.trace->slices().start(call));
}

bool hasPrompts(const ServingIteration& row) {
    return row.name.phase == ServingPhase::Prefill || row.name.phase == ServingPhase::Mixed;
}

// Iterations with prompts that others wait for, by rank and place in ServingIterations::rows.
using StallingIterations = std::set<std::pair<std::size_t, std::size_t>>;

struct RankStalls {
    StallingIterations iterations;
    std::vector<std::pair<Duration, std::size_t>> collectives;  // with their waits
    std::vector<const RankPart*> waiting;
    Duration longest{};
};

RankStalls findStalls(const RankSet& set) {
    RankStalls stalls;
    for (std::size_t at = 0; at < set.analysis.collectives.size(); ++at) {
        const JointCollective& joint = set.analysis.collectives[at];
        const RankPart* last = joint.isSendReceive ? nullptr : joint.partOf(joint.last);
        const ServingIteration* prompts = last == nullptr ? nullptr : iterationOf(set, *last);
        if (prompts == nullptr || !hasPrompts(*prompts)) {
            continue;
        }
        Duration waits{};
        for (const RankPart& part : joint.parts) {
            const ServingIteration* own = iterationOf(set, part);
            if (own != nullptr && own->name.phase == ServingPhase::Decode &&
                part.exposedWait > Duration{}) {
                stalls.waiting.push_back(&part);
                stalls.longest = std::max(stalls.longest, part.exposedWait);
                addClamped(waits, part.exposedWait);
            }
        }
        if (waits > Duration{}) {
            stalls.collectives.emplace_back(waits, at);
            const auto& rows = set.ranks[last->rank].session->analysis.serving->rows;
            stalls.iterations.insert({last->rank, static_cast<std::size_t>(prompts - rows.data())});
        }
    }
    std::ranges::stable_sort(stalls.collectives, std::ranges::greater{},
                             &std::pair<Duration, std::size_t>::first);
    return stalls;
}

// Time in which an iteration computes, without communication.
Duration computeOf(const RankSet& set, std::size_t rank, const ServingIteration& row) {
    const RankSetAnalysis& analysis = set.analysis;
    return analysis.timelines[rank].compute.within(analysis.clocks[rank].axis.toAxis(row.gpu));
}

struct MedianDecode {
    Duration compute{};
    Duration host{};
};

// Of all ranks; empty where none decodes.
std::optional<MedianDecode> medianDecode(const RankSet& set) {
    std::vector<Duration> compute;
    std::vector<Duration> host;
    for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
        const ServingIterations* serving = set.ranks[rank].session->analysis.serving.get();
        for (std::size_t at = 0; serving != nullptr && at < serving->rows.size(); ++at) {
            const ServingIteration& row = serving->rows[at];
            if (row.name.phase == ServingPhase::Decode && row.gpu.length() > Duration{}) {
                compute.push_back(computeOf(set, rank, row));
                host.push_back(row.host.length());
            }
        }
    }
    return compute.empty() ? std::nullopt
                           : std::optional(MedianDecode{lowerMedian(compute), lowerMedian(host)});
}

double factorOf(Duration wanted, Duration now) {
    return now <= wanted ? 1.0
                         : static_cast<double>(wanted.count()) / static_cast<double>(now.count());
}

// Makes an iteration as long as the median decode.
void addEdits(const RankSet& set, std::size_t rank, const ServingIteration& row,
              const MedianDecode& decode, std::vector<ReplayEdit>& edits) {
    const Session& session = *set.ranks[rank].session;
    const Trace& trace = *session.trace;
    const std::vector<SliceId>& kernels = set.analysis.calls[rank].kernels;
    const std::set<SliceId> communication(kernels.begin(), kernels.end());
    ReplayEdit edit;
    edit.kind = ReplayEdit::Kind::ScaleActivity;
    edit.factor = factorOf(decode.compute, computeOf(set, rank, row));
    for (const SliceId launch : session.indexes->launches.launches()) {
        if (!row.host.contains(trace.slices().start(launch)) ||
            trace.sourceOf(launch) != trace.sourceOf(row.annotation)) {
            continue;
        }
        for (const ActivityId id : session.indexes->launches.activitiesOf(launch)) {
            edit.slice = trace.gpuActivities()[id.index()].slice;
            if (!communication.contains(edit.slice)) {
                edits.push_back(edit);
            }
        }
    }
    ReplayEdit host;
    host.kind = ReplayEdit::Kind::ScaleHost;
    host.track = trace.trackOf(row.annotation);
    host.range = row.host;
    host.factor = factorOf(decode.host, row.host.length());
    edits.push_back(host);
}

std::optional<JointAnswer> priceOfStalls(const RankRuleInput& input,
                                         const StallingIterations& iterations) {
    const std::optional<MedianDecode> decode = medianDecode(input.set);
    std::vector<std::vector<ReplayEdit>> edits(input.set.ranks.size());
    for (const auto& [rank, at] : iterations) {
        if (decode) {
            const ServingIterations& serving = *input.set.ranks[rank].session->analysis.serving;
            addEdits(input.set, rank, serving.rows[at], *decode, edits[rank]);
        }
    }
    return decode ? priceOf(input, {JointEdit::Kind::OfRanks, 0, edits}) : std::nullopt;
}

// "rank 1", "ranks 0, 1 and 5", "4 ranks".
std::string ranksText(const RankSet& set, const StallingIterations& iterations) {
    std::set<int> numbers;
    for (const auto& [rank, at] : iterations) {
        numbers.insert(set.ranks[rank].rank);
    }
    std::vector<std::string> texts;
    for (const int number : numbers) {
        texts.push_back(std::to_string(number));
    }
    return texts.size() > kRanksNamed ? countText(texts.size()) + " ranks"
           : texts.size() == 1        ? "rank " + texts.front()
                                      : "ranks " + listText(texts);
}

RankRuleResult findPrefillStalls(const RankRuleInput& input) {
    const RankSet& set = input.set;
    const RankStalls stalls = findStalls(set);
    const Duration waits = sumWaits(set.analysis, stalls.waiting).exposed;
    if (static_cast<std::int64_t>(stalls.iterations.size()) <
            input.settings.value("min_iterations") ||
        !input.settings.reaches("min_share", waits, recordedTime(set.analysis))) {
        return {};
    }
    RankFinding finding;
    finding.cost = waits;
    finding.severity = Severity::Warning;
    const std::size_t rank = stalls.iterations.begin()->first;
    if (stalls.iterations.rbegin()->first == rank) {
        finding.rank = rank;
    }
    FindingValues& values = finding.values;
    values.setCount("iterations", stalls.iterations.size());
    values.set("name", ranksText(set, stalls.iterations));
    values.set("tokens", lowerMedianOf(stalls.iterations, [&](const auto& one) {
                   const ServingIterations& serving =
                       *set.ranks[one.first].session->analysis.serving;
                   return serving.rows[one.second].name.contextTokens.value_or(0);
               }));
    values.setCount("collectives", stalls.collectives.size());
    values.set("waits", waits);
    values.set("wait_share", shareOf(waits, recordedTime(set.analysis)));
    values.set("longest", stalls.longest);
    for (const auto& [wait, collective] : stalls.collectives) {
        finding.collectives.push_back(collective);
    }
    if (const auto price = priceOfStalls(input, stalls.iterations)) {
        setPrice(*price, values);
        finding.severity = std::max(severityOf(*price), Severity::Warning);
    }
    return {{std::move(finding)}, {}};
}

}  // namespace

const RankRule& prefillStallsRanksRule() {
    static const RankRule kRule{
        {.id = "prefill-stalls-ranks",
         .name = "Prefill stalls ranks",
         .question = "Do ranks of an LLM server that decode wait for one that computes a prompt?",
         .thresholds = kPrefillRankThresholds,
         .values = kPrefillRankValues},
        findPrefillStalls};
    return kRule;
}

}  // namespace gaplight
