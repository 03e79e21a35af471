// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// single-bucket: of a group's reductions (all-reduce, reduce-scatter) in a step, the largest.
// It is a single bucket if it has at least min_part of their bytes and 32 MiB, and on each rank
// 95 % of the step's backward compute precedes it and at least 80 % of its transfer is beside no
// other work. In pieces that start while the backward pass runs, all but the last could be hidden:
// per rank min(3/4 of the exposed transfer, backward compute before it). Fires if that is so in
// more than half of the steps, two at least, and the sum is at least min_share of the recorded time
// of the group's ranks. Backward compute: what threads with autograd's operators launched.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "core/analysis/torch/torch_names.h"
#include "core/ranks/rules/rank_rules.h"

namespace gaplight {
namespace {

constexpr std::array kBucketThresholds{
    Threshold{"min_part", ThresholdUnit::Share, percent(80),
              "of the bytes that a step reduces, in one collective",
              "two equal buckets overlap with half of the backward pass already"},
    Threshold{"min_share", ThresholdUnit::Share, percent(3),
              "of the time of a group's ranks that smaller buckets could hide",
              "less does not show in a step"},
};

constexpr std::array kBucketValues{
    DeclaredValue{"group", QuantityKind::Text},
    DeclaredValue{"operation", QuantityKind::Text},
    DeclaredValue{"bytes", QuantityKind::Bytes},
    DeclaredValue{"part", QuantityKind::Share},
    DeclaredValue{"steps", QuantityKind::Count},
    DeclaredValue{"exposed", QuantityKind::Nanoseconds},
    DeclaredValue{"hidden", QuantityKind::Nanoseconds},
    DeclaredValue{"share", QuantityKind::Share},
};

// A little more than the buckets that DistributedDataParallel makes unasked (25 MiB).
constexpr std::int64_t kMinBucketBytes = std::int64_t{32} << 20;
constexpr std::int64_t kBackwardBeforePercent = 95;
constexpr std::int64_t kExposedPercent = 80;

bool isReduction(const JointCollective& joint) {
    const auto has = [&](std::string_view part) {
        return joint.operation.find(part) != std::string_view::npos;
    };
    return !joint.isSendReceive && (has("allreduce") || has("all_reduce") || has("reduce_scatter"));
}

// A kernel that the backward pass of a step launched, and that does not communicate.
struct BackwardKernel {
    int step = 0;
    TimeRange range{};
};

// Of one rank, by step.
std::vector<BackwardKernel> backwardKernels(const RankSet& set, std::size_t rank) {
    const Session& session = *set.ranks[rank].session;
    const Trace& trace = *session.trace;
    std::set<TrackId> threads;
    const auto names = trace.slices().names();
    for (std::size_t at = 0; at < names.size(); ++at) {
        if (isRunByAutograd(trace.text(names[at]))) {
            threads.insert(trace.trackOf(SliceId(at)));
        }
    }
    const AxisClock& clock = set.analysis.clocks[rank].axis;
    const std::vector<TimeRange>& steps = set.analysis.timelines[rank].steps;
    const std::vector<SliceId>& communication = set.analysis.calls[rank].kernels;
    const std::set<SliceId> others(communication.begin(), communication.end());
    std::vector<BackwardKernel> kernels;
    for (const GpuActivity& activity : trace.gpuActivities()) {
        const SliceId launch = session.indexes->launches.launchOf(activity.slice);
        if (!launch.isValid() || threads.count(trace.trackOf(launch)) == 0 ||
            others.count(activity.slice) > 0) {
            continue;
        }
        const Time start = clock.toAxis(trace.slices().start(launch));
        const auto after = std::partition_point(
            steps.begin(), steps.end(), [&](const TimeRange& step) { return step.begin <= start; });
        kernels.push_back({static_cast<int>(after - steps.begin()) - 1,
                           clock.toAxis(trace.slices().range(activity.slice))});
    }
    std::stable_sort(
        kernels.begin(), kernels.end(),
        [](const BackwardKernel& a, const BackwardKernel& b) { return a.step < b.step; });
    return kernels;
}

// Backward compute of one rank's step.
struct BackwardCompute {
    Duration all{};
    Duration before{};  // of it, kernels that started before a time
};

// Of the ranks that are looked at.
class BackwardPasses {
public:
    explicit BackwardPasses(const RankSet& set) : m_set(set), m_ofRank(set.ranks.size()) {}

    [[nodiscard]] BackwardCompute before(std::size_t rank, int step, Time time) {
        std::optional<std::vector<BackwardKernel>>& kernels = m_ofRank[rank];
        if (!kernels) {
            kernels = backwardKernels(m_set, rank);
        }
        BackwardCompute compute;
        for (auto at = std::lower_bound(
                 kernels->begin(), kernels->end(), step,
                 [](const BackwardKernel&one, int wanted) { return one.step < wanted; });
             at != kernels->end() && at->step == step; ++at) {
            compute.all += at->range.length();
            compute.before += at->range.begin < time ? at->range.length() : Duration{};
        }
        return compute;
    }

private:
    const RankSet& m_set;
    std::vector<std::optional<std::vector<BackwardKernel>>> m_ofRank;
};

struct StepReductions {
    std::int64_t bytes = 0;
    std::int64_t largestBytes = 0;
    std::size_t largest = 0;  // collective
};

// Of one group, by step: those of complete steps with sizes.
std::map<int, StepReductions> reductionsOf(const RankSetAnalysis& set, std::size_t group) {
    std::map<int, StepReductions> steps;
    for (std::size_t at = 0; at < set.collectives.size(); ++at) {
        const JointCollective& joint = set.collectives[at];
        const RankPart& part = joint.parts.front();
        const int step = set.calls[part.rank].calls[part.call].step;
        const std::int64_t bytes = messageBytes(set, joint);
        if (joint.communicator != group || !isReduction(joint) || step < 0 || bytes <= 0) {
            continue;
        }
        StepReductions& reductions = steps[step];
        reductions.bytes += std::min(bytes, std::int64_t{1} << 40);
        if (bytes > reductions.largestBytes) {
            reductions.largestBytes = bytes;
            reductions.largest = at;
        }
    }
    return steps;
}

struct BucketCost {
    Duration exposed{};
    Duration hidden{};  // if it came in pieces
};

// Empty where the collective overlaps with its backward pass, or has none before it.
std::optional<BucketCost> costOf(const RankSetAnalysis& set, const JointCollective& joint,
                                 BackwardPasses& passes) {
    BucketCost cost;
    for (const RankPart& part : joint.parts) {
        const int step = set.calls[part.rank].calls[part.call].step;
        const BackwardCompute backward = passes.before(part.rank, step, part.kernel.begin);
        const TimeRange moving = part.moving();
        const Duration exposed = moving.length() - set.timelines[part.rank].compute.within(moving);
        if (backward.all <= Duration{} ||
            backward.before * 100 < backward.all * kBackwardBeforePercent ||
            exposed * 100 < moving.length() * kExposedPercent) {
            return std::nullopt;
        }
        cost.exposed += exposed;
        cost.hidden += std::min(exposed * 3 / 4, backward.before);
    }
    return cost;
}

RankFinding findingOfGroup(const RankSetAnalysis& set, std::size_t group,
                           std::vector<std::size_t> places, const StepReductions& reductions,
                           const BucketCost& cost, Duration recorded) {
    RankFinding finding;
    finding.cost = cost.hidden;
    finding.severity = cost.hidden * 10 >= recorded ? Severity::Warning : Severity::Info;
    FindingValues& values = finding.values;
    values.set("group", set.communicators[group].label());
    values.set("operation", std::string(set.collectives[places.front()].operation));
    values.set("bytes", ByteCount{reductions.largestBytes});
    values.set("part", ShareValue{reductions.largestBytes, reductions.bytes});
    values.setCount("steps", places.size());
    values.set("exposed", cost.exposed);
    values.set("hidden", cost.hidden);
    values.set("share", shareOf(cost.hidden, recorded));
    finding.collectives = std::move(places);
    return finding;
}

std::optional<RankFinding> findInGroup(const RankRuleInput& input, std::size_t group,
                                       const std::map<int, StepReductions>& steps,
                                       BackwardPasses& passes) {
    const RankSetAnalysis& set = input.set.analysis;
    std::vector<std::size_t> places;
    BucketCost sum;
    for (const auto& [number, reductions] : steps) {
        const Duration largest(reductions.largestBytes);
        if (reductions.largestBytes < kMinBucketBytes ||
            !input.settings.reaches("min_part", largest, Duration(reductions.bytes))) {
            continue;
        }
        if (const auto cost = costOf(set, set.collectives[reductions.largest], passes)) {
            sum.exposed += cost->exposed;
            sum.hidden += cost->hidden;
            places.push_back(reductions.largest);
        }
    }
    Duration recorded{};
    for (const std::size_t rank : set.communicators[group].ranks) {
        recorded += set.totals[rank].recorded.length();
    }
    if (places.size() < 2 || 2 * places.size() <= steps.size() ||
        !input.settings.reaches("min_share", sum.hidden, recorded)) {
        return std::nullopt;
    }
    const int step = set.calls[set.collectives[places.front()].parts.front().rank]
                         .calls[set.collectives[places.front()].parts.front().call]
                         .step;
    return findingOfGroup(set, group, std::move(places), steps.at(step), sum, recorded);
}

RankRuleResult findSingleBuckets(const RankRuleInput& input) {
    const RankSetAnalysis& set = input.set.analysis;
    RankRuleResult result;
    BackwardPasses passes(input.set);
    bool hasAny = false;
    for (std::size_t group = 0; group < set.communicators.size(); ++group) {
        const std::map<int, StepReductions> steps = reductionsOf(set, group);
        hasAny |= !steps.empty();
        if (auto finding = findInGroup(input, group, steps, passes)) {
            result.findings.push_back(std::move(*finding));
        }
    }
    if (!hasAny) {
        result.notApplicable = "there is no reduction in a step whose size is recorded";
    }
    return result;
}

}  // namespace

const RankRule& singleBucketRule() {
    static const RankRule kRule{
        {.id = "single-bucket",
         .name = "One bucket that should be many",
         .question = "Do all gradients wait for one large reduction behind the backward "
                     "pass?",
         .thresholds = kBucketThresholds,
         .values = kBucketValues},
        findSingleBuckets};
    return kRule;
}

}  // namespace gaplight
