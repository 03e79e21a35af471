// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/pipeline_times.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gaplight {
namespace {

// Of the first message between two ranks: the receivers of each sender.
using Routes = std::map<std::size_t, std::set<std::size_t>>;

Routes firstRoutes(std::span<const JointCollective> collectives) {
    std::set<std::pair<std::size_t, std::size_t>> known;
    Routes routes;
    for (const JointCollective& joint : collectives) {
        if (joint.isSendReceive && known.insert(std::minmax(joint.sender, joint.receiver)).second) {
            routes[joint.sender].insert(joint.receiver);
            routes[joint.receiver];
        }
    }
    return routes;
}

// Removes the ranks that are connected with the first one from `routes`.
std::set<std::size_t> takeConnected(const Routes& routes, std::set<std::size_t>& left) {
    std::map<std::size_t, std::set<std::size_t>> neighbors;
    for (const auto& [sender, receivers] : routes) {
        for (const std::size_t receiver : receivers) {
            neighbors[sender].insert(receiver);
            neighbors[receiver].insert(sender);
        }
    }
    std::set<std::size_t> connected;
    std::vector<std::size_t> next{*left.begin()};
    while (!next.empty()) {
        const std::size_t rank = next.back();
        next.pop_back();
        if (left.erase(rank) > 0) {
            connected.insert(rank);
            next.insert(next.end(), neighbors[rank].begin(), neighbors[rank].end());
        }
    }
    return connected;
}

// Always the lowest rank that no rank left sends to; of a ring the lowest one.
Pipeline inOrder(const Routes& routes, std::set<std::size_t> ranks) {
    Pipeline stages;
    while (!ranks.empty()) {
        std::set<std::size_t> receivers;
        for (const std::size_t rank : ranks) {
            receivers.insert(routes.at(rank).begin(), routes.at(rank).end());
        }
        const auto first = std::find_if(ranks.begin(), ranks.end(), [&](std::size_t rank) {
            return receivers.count(rank) == 0;
        });
        const std::size_t stage = first == ranks.end() ? *ranks.begin() : *first;
        stages.push_back(stage);
        ranks.erase(stage);
    }
    return stages;
}

}  // namespace

std::vector<Pipeline> findPipelines(std::span<const JointCollective> collectives) {
    const Routes routes = firstRoutes(collectives);
    std::set<std::size_t> left;
    for (const auto& [rank, receivers] : routes) {
        left.insert(rank);
    }
    std::vector<Pipeline> pipelines;
    while (!left.empty()) {
        pipelines.push_back(inOrder(routes, takeConnected(routes, left)));
    }
    return pipelines;
}

namespace {

double ratio(Duration part, Duration whole) {
    return whole <= Duration{} ? 0 : static_cast<double>(ns(part)) / static_cast<double>(ns(whole));
}

// A rank's part in one message.
struct Message {
    const RankPart* part = nullptr;
    bool isReceived = false;
};

class PipelineMeasures {
public:
    PipelineMeasures(const RankSetAnalysis& set, const Pipeline& pipeline)
        : m_set(set), m_pipeline(pipeline) {
        for (std::size_t stage = 0; stage < pipeline.size(); ++stage) {
            m_stageOf[pipeline[stage]] = stage;
        }
    }

    PipelineTimes take() {
        for (const JointCollective& joint : m_set.collectives) {
            if (joint.isSendReceive && m_stageOf.count(joint.sender) > 0) {
                add(joint);
            }
        }
        PipelineTimes times;
        for (const std::size_t rank : m_pipeline) {
            times.stages.push_back({rank, m_set.totals[rank].compute, {}, {}, {}});
        }
        for (auto& [number, messages] : m_steps) {
            times.steps.push_back(stepOf(number, messages, times.stages));
        }
        return times;
    }

private:
    struct StepMessages {
        std::vector<std::vector<Message>> ofStage;
        std::size_t microBatches = 0;
    };

    void add(const JointCollective& joint) {
        for (const RankPart& part : joint.parts) {
            StepMessages& step = m_steps[m_set.calls[part.rank].calls[part.call].step];
            step.ofStage.resize(m_pipeline.size());
            step.ofStage[m_stageOf.at(part.rank)].push_back({&part, part.rank == joint.receiver});
            step.microBatches += part.rank == m_pipeline[0] && joint.sender == m_pipeline[0] &&
                                         joint.receiver == m_pipeline[1]
                                     ? 1
                                     : 0;
        }
    }

    PipelineStep stepOf(int number, StepMessages& messages, std::vector<StageTimes>& sums) const {
        PipelineStep step;
        step.step = number;
        step.microBatches = messages.microBatches;
        for (std::size_t stage = 0; stage < m_pipeline.size(); ++stage) {
            const StageStep one = stageOf(m_pipeline[stage], number, messages.ofStage[stage]);
            if (one.range.length() > Duration{}) {
                step.range = step.range.length() > Duration{}
                                 ? TimeRange{std::min(step.range.begin, one.range.begin),
                                             std::max(step.range.end, one.range.end)}
                                 : one.range;
            }
            sums[stage].span += one.range.length();
            sums[stage].bubble += one.bubble;
            sums[stage].entry += one.entry;
            step.stages.push_back(one);
        }
        return step;
    }

    StageStep stageOf(std::size_t rank, int number, std::vector<Message>& messages) const {
        StageStep stage;
        if (messages.empty()) {
            return stage;
        }
        std::stable_sort(messages.begin(), messages.end(), [](const Message& a, const Message& b) {
            return a.part->kernel.begin < b.part->kernel.begin;
        });
        const RankPart& first = *messages.front().part;
        const bool isReceived = messages.front().isReceived;
        stage.entry = isReceived ? first.wait : Duration{};
        stage.range.begin =
            isReceived ? first.waitEnd : computeBefore(rank, number, first.kernel.begin);
        stage.range.end = stage.range.begin;
        std::vector<const RankPart*> parts;
        for (const Message& message : messages) {
            stage.range.end = std::max(stage.range.end, message.part->kernel.end);
            parts.push_back(message.part);
        }
        stage.bubble = sumWaits(m_set, std::move(parts), stage.range).wait;
        stage.compute = m_set.timelines[rank].compute.within(stage.range);
        return stage;
    }

    // Where the computing of a step begins that leads to its first message.
    Time computeBefore(std::size_t rank, int number, Time message) const {
        for (const RankStep& step : m_set.totals[rank].steps) {
            if (step.step == number && step.range.begin < message) {
                const auto computes =
                    m_set.timelines[rank].compute.overlapping({step.range.begin, message});
                return computes.empty() ? message
                                        : std::max(computes.front().begin, step.range.begin);
            }
        }
        return message;
    }

    const RankSetAnalysis& m_set;
    const Pipeline& m_pipeline;
    std::map<std::size_t, std::size_t> m_stageOf;  // by rank
    std::map<int, StepMessages> m_steps;
};

}  // namespace

double StageTimes::bubbleShare() const {
    return ratio(bubble, span);
}

Duration PipelineTimes::meanCompute() const {
    Duration all{};
    for (const StageTimes& stage : stages) {
        all += stage.compute;
    }
    return stages.empty() ? all : all / static_cast<std::int64_t>(stages.size());
}

std::size_t PipelineTimes::heaviest() const {
    const auto most = std::max_element(
        stages.begin(), stages.end(),
        [](const StageTimes& a, const StageTimes& b) { return a.compute < b.compute; });
    return static_cast<std::size_t>(most - stages.begin());
}

std::optional<double> PipelineTimes::imbalance() const {
    const Duration mean = meanCompute();
    return mean <= Duration{} ? std::nullopt
                              : std::optional(ratio(stages[heaviest()].compute, mean));
}

double PipelineTimes::bubbleShare() const {
    Duration bubbles{};
    Duration spans{};
    for (const StageTimes& stage : stages) {
        bubbles += stage.bubble;
        spans += stage.span;
    }
    return ratio(bubbles, spans);
}

std::vector<PipelineTimes> pipelineTimes(const RankSetAnalysis& set) {
    std::vector<PipelineTimes> all;
    for (const Pipeline& pipeline : findPipelines(set.collectives)) {
        all.push_back(PipelineMeasures(set, pipeline).take());
    }
    return all;
}

}  // namespace gaplight
