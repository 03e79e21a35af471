// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// stage-imbalance: of ranks that send to each other (stages of a pipeline), the largest computing
// time / the mean. Fires if it is at least 1 + min_excess and the stages' waits in sends and
// receives (their bubbles) are at least min_bubbles of their recorded time.
#include <array>
#include <set>

#include "core/ranks/rules/rank_rules.h"

namespace gaplight {
namespace {

constexpr std::array kStageThresholds{
    Threshold{"min_excess", ThresholdUnit::Share, percent(10),
              "by which the heaviest stage computes longer than the mean",
              "layers are not divisible at will: one of 32 is 3 %"},
    Threshold{"min_bubbles", ThresholdUnit::Share, percent(5),
              "of the stages' time that is waiting in sends and receives",
              "less is hidden by any schedule"},
};

constexpr std::array kStageValues{
    DeclaredValue{"rank", QuantityKind::Text},
    DeclaredValue{"excess", QuantityKind::Share},
    DeclaredValue{"compute", QuantityKind::Nanoseconds},
    DeclaredValue{"mean", QuantityKind::Nanoseconds},
    DeclaredValue{"stages", QuantityKind::Count},
    DeclaredValue{"bubbles", QuantityKind::Nanoseconds},
    DeclaredValue{"bubble_share", QuantityKind::Share},
};

struct StageTimes {
    std::set<std::size_t> stages;  // ranks
    Duration bubbles{};
    Duration recorded{};
    Duration compute{};
    std::size_t heaviest = 0;
};

StageTimes stageTimes(const RankSetAnalysis& set) {
    StageTimes times;
    for (const JointCollective& joint : set.collectives) {
        for (const RankPart& part : joint.parts) {
            if (joint.isSendReceive) {
                times.stages.insert(part.rank);
                times.bubbles += part.exposedWait;
            }
        }
    }
    for (const std::size_t rank : times.stages) {
        times.recorded += set.totals[rank].recorded.length();
        times.compute += set.totals[rank].compute;
        if (times.stages.count(times.heaviest) == 0 ||
            set.totals[rank].compute > set.totals[times.heaviest].compute) {
            times.heaviest = rank;
        }
    }
    return times;
}

RankRuleResult findStageImbalance(const RankRuleInput& input) {
    const RankSetAnalysis& set = input.set.analysis;
    const StageTimes times = stageTimes(set);
    if (times.stages.size() < 2) {
        return {{}, "no rank sends to another: there is no pipeline"};
    }
    const Duration mean = times.compute / static_cast<std::int64_t>(times.stages.size());
    const Duration most = set.totals[times.heaviest].compute;
    if (!input.settings.reaches("min_excess", most - mean, mean) ||
        !input.settings.reaches("min_bubbles", times.bubbles, times.recorded)) {
        return {};
    }
    RankFinding finding;
    finding.rank = times.heaviest;
    finding.cost = times.bubbles;
    finding.severity = Severity::Warning;
    FindingValues& values = finding.values;
    values.set("rank", "rank " + std::to_string(input.set.ranks[times.heaviest].rank));
    values.set("excess", shareOf(most - mean, mean));
    values.set("compute", most);
    values.set("mean", mean);
    values.setCount("stages", times.stages.size());
    values.set("bubbles", times.bubbles);
    values.set("bubble_share", shareOf(times.bubbles, times.recorded));
    return {{std::move(finding)}, {}};
}

}  // namespace

const RankRule& stageImbalanceRule() {
    static const RankRule kRule{"stage-imbalance",
                                "Stages of unequal weight",
                                "Does one stage of a pipeline compute longer than the others?",
                                kStageThresholds,
                                findStageImbalance,
                                kStageValues};
    return kRule;
}

}  // namespace gaplight
