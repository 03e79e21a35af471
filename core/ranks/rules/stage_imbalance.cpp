// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// stage-imbalance: of ranks that send to each other (stages of a pipeline; of several alike, the
// median of the ranks of a stage), the largest computing time / the mean. Fires if it is at least 1
// + min_excess and the stages' waits in sends and receives (their bubbles) are at least min_bubbles
// of their recorded time. Layers do not explain why one of the ranks of a stage computes longer
// than the others: the rank that is most above the median of its stage is a finding of its own.
// The price of a heavy stage is a replay in which all stages work as much as their mean.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "core/analysis/ranks/pipeline_times.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
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

constexpr std::size_t kMaxNamed = 4;  // ranks of a stage

constexpr std::array kStageValues{
    DeclaredValue{"title", QuantityKind::Case, false, "stage replica"},
    DeclaredValue{"why", QuantityKind::Case, false, "stage replica"},
    DeclaredValue{"fix", QuantityKind::Case, false, "stage replica"},
    DeclaredValue{"name", QuantityKind::Text, true},
    DeclaredValue{"rank", QuantityKind::Text},
    DeclaredValue{"others", QuantityKind::Text, true},
    DeclaredValue{"excess", QuantityKind::Share},
    DeclaredValue{"compute", QuantityKind::Nanoseconds},
    DeclaredValue{"mean", QuantityKind::Nanoseconds},
    DeclaredValue{"stages", QuantityKind::Count},
    DeclaredValue{"bubbles", QuantityKind::Nanoseconds},
    DeclaredValue{"bubble_share", QuantityKind::Share},
    DeclaredValue{"before", QuantityKind::Nanoseconds, true},
    DeclaredValue{"after", QuantityKind::Nanoseconds, true},
    DeclaredValue{"unshortened", QuantityKind::Nanoseconds, true},
    DeclaredValue{"unprofiled", QuantityKind::Nanoseconds, true},
    DeclaredValue{"explains", QuantityKind::Nanoseconds, true},
    DeclaredValue{"lateness", QuantityKind::Nanoseconds, true},
};

// The same place in all pipelines: its ranks hold the same layers.
struct StageRanks {
    std::vector<std::size_t> ranks;
    Duration compute{};  // median of its ranks
};

struct StageLoads {
    std::vector<StageRanks> stages;
    Duration bubbles{};
    Duration recorded{};

    Duration meanCompute() const {
        Duration sum{};
        for (const StageRanks& stage : stages) {
            sum += stage.compute;
        }
        return sum / static_cast<std::int64_t>(stages.size());
    }
    const StageRanks& heaviest() const {
        return *std::max_element(
            stages.begin(), stages.end(),
            [](const StageRanks& a, const StageRanks& b) { return a.compute < b.compute; });
    }
};

// Ranks by stage; each is a stage of its own where pipelines differ in length.
std::vector<StageRanks> stagesOf(const RankSetAnalysis& set, const std::set<std::size_t>& ranks) {
    const std::vector<Pipeline> pipelines = findPipelines(set.collectives);
    const bool areAlike =
        !pipelines.empty() &&
        std::all_of(pipelines.begin(), pipelines.end(), [&](const Pipeline& pipeline) {
            return pipeline.size() == pipelines.front().size();
        });
    std::vector<StageRanks> stages;
    if (areAlike && pipelines.size() * pipelines.front().size() == ranks.size()) {
        stages.resize(pipelines.front().size());
        for (const Pipeline& pipeline : pipelines) {
            for (std::size_t at = 0; at < pipeline.size(); ++at) {
                stages[at].ranks.push_back(pipeline[at]);
            }
        }
    } else {
        for (const std::size_t rank : ranks) {
            stages.push_back({{rank}, {}});
        }
    }
    for (StageRanks& stage : stages) {
        std::sort(stage.ranks.begin(), stage.ranks.end());
        stage.compute =
            lowerMedianOf(stage.ranks, [&](std::size_t rank) { return set.totals[rank].compute; });
    }
    return stages;
}

StageLoads findStages(const RankSetAnalysis& set) {
    StageLoads found;
    std::set<std::size_t> ranks;
    std::vector<const RankPart*> parts;
    for (const JointCollective& joint : set.collectives) {
        for (const RankPart& part : joint.parts) {
            if (joint.isSendReceive) {
                ranks.insert(part.rank);
                parts.push_back(&part);
            }
        }
    }
    found.bubbles = sumWaits(set, std::move(parts)).exposed;
    for (const std::size_t rank : ranks) {
        found.recorded += set.totals[rank].recorded.length();
    }
    found.stages = stagesOf(set, ranks);
    return found;
}

// "rank 2", "ranks 2, 5 and 8", "rank 32 and 31 others".
std::string ranksText(const RankSet& set, const StageRanks& stage) {
    std::vector<std::string> numbers;
    for (const std::size_t rank : stage.ranks) {
        numbers.push_back(std::to_string(set.ranks[rank].rank));
    }
    if (numbers.size() > kMaxNamed) {
        return "rank " + numbers.front() + " and " + countText(numbers.size() - 1) + " others";
    }
    return (numbers.size() == 1 ? "rank " : "ranks ") + listText(numbers);
}

std::size_t slowestOf(const RankSetAnalysis& set, const StageRanks& stage) {
    return *std::max_element(stage.ranks.begin(), stage.ranks.end(),
                             [&](std::size_t a, std::size_t b) {
                                 return set.totals[a].compute < set.totals[b].compute;
                             });
}

// `compute` of some ranks, or of one, which `typical` is compared with.
RankFinding findingOf(const RankRuleInput& input, const StageLoads& found, std::string_view subject,
                      std::size_t rank, Duration compute, Duration typical) {
    RankFinding finding;
    finding.rank = rank;
    finding.cost = found.bubbles;
    finding.severity = Severity::Warning;
    FindingValues& values = finding.values;
    for (const std::string_view key : {"title", "why", "fix"}) {
        values.set(key, CaseName{subject});
    }
    values.set("excess", shareOf(compute - typical, typical));
    values.set("compute", compute);
    values.set("mean", typical);
    values.setCount("stages", found.stages.size());
    values.set("bubbles", found.bubbles);
    values.set("bubble_share", shareOf(found.bubbles, found.recorded));
    setExplained(input, rank, LatenessPart::MoreWork, finding);
    return finding;
}

RankRuleResult findStageImbalance(const RankRuleInput& input) {
    const RankSetAnalysis& set = input.set.analysis;
    const StageLoads found = findStages(set);
    if (found.stages.size() < 2) {
        return {{}, "no rank sends to another: there is no pipeline"};
    }
    RankRuleResult result;
    if (!input.settings.reaches("min_bubbles", found.bubbles, found.recorded)) {
        return result;
    }
    const Duration mean = found.meanCompute();
    const StageRanks& heaviest = found.heaviest();
    if (input.settings.reaches("min_excess", heaviest.compute - mean, mean)) {
        RankFinding& finding = result.findings.emplace_back(
            findingOf(input, found, "stage", slowestOf(set, heaviest), heaviest.compute, mean));
        finding.values.set("rank", ranksText(input.set, heaviest));
        if (const auto price = priceOf(input, {JointEdit::Kind::BalanceStages, 0})) {
            setPrice(*price, finding.values);
            finding.severity = severityOf(*price);
        }
    }
    const StageRanks* uneven = nullptr;
    Duration most{};
    for (const StageRanks& stage : found.stages) {
        const Duration excess = set.totals[slowestOf(set, stage)].compute - stage.compute;
        if (excess > most && input.settings.reaches("min_excess", excess, stage.compute)) {
            uneven = &stage;
            most = excess;
        }
    }
    if (uneven != nullptr) {
        const std::size_t rank = slowestOf(set, *uneven);
        StageRanks others = *uneven;
        std::erase(others.ranks, rank);
        RankFinding& finding = result.findings.emplace_back(
            findingOf(input, found, "replica", rank, set.totals[rank].compute, uneven->compute));
        finding.values.set("name", "Rank " + std::to_string(input.set.ranks[rank].rank));
        finding.values.set("rank", rankName(input.set, rank));
        finding.values.set("others", ranksText(input.set, others));
    }
    return result;
}

}  // namespace

const RankRule& stageImbalanceRule() {
    static const RankRule kRule{
        {.id = "stage-imbalance",
         .name = "Stages of unequal weight",
         .question = "Does one stage of a pipeline compute longer than the others?",
         .thresholds = kStageThresholds,
         .values = kStageValues},
        findStageImbalance};
    return kRule;
}

}  // namespace gaplight
