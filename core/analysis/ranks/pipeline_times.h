// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/ranks/joint_collective.h"
#include "core/analysis/ranks/rank_analysis.h"

namespace gaplight {

// Ranks that send to each other, directly or through others: the stages of one pipeline, as
// positions in the set. From the first stage to the last: of two stages, the first message goes
// forward. Where messages go round (interleaved stages) the lowest rank is first.
using Pipeline = std::vector<std::size_t>;

// By their first stages. Empty where no rank sends to another. `collectives`: by first arrival.
// O(messages log pairs).
[[nodiscard]] std::vector<Pipeline> findPipelines(std::span<const JointCollective> collectives);

// One pipeline stage in one step. Its first micro-batch starts when the data of its first message
// arrives if that message is a receive, otherwise when the compute before its first send starts.
// Its last micro-batch ends with its last message.
struct StageStep {
    TimeRange range{};   // from its first micro-batch to its last
    Duration compute{};  // in that range
    Duration bubble{};   // of that range: waits in its sends and receives
    Duration entry{};    // before that range: wait in the receive of the first micro-batch
};

struct StageTimes {
    std::size_t rank = 0;  // position in the set
    Duration compute{};    // RankTotals::compute
    Duration span{};       // sums over steps: of StageStep::range
    Duration bubble{};
    Duration entry{};
    double bubbleShare() const;  // of `span`; 0 of nothing
};

struct PipelineStep {
    int step = 0;
    TimeRange range{};              // of all stages, without their entries
    std::size_t microBatches = 0;   // messages from the first stage to the second
    std::vector<StageStep> stages;  // as PipelineTimes::stages; empty ranges: no message
};

// The stages of a pipeline over all steps (metrics.md, "Several ranks").
struct PipelineTimes {
    std::vector<StageTimes> stages;   // from the first to the last
    std::vector<PipelineStep> steps;  // those with messages, ascending

    Duration meanCompute() const;
    std::size_t heaviest() const;  // into `stages`
    // Largest / mean compute of a stage; empty where none computes.
    std::optional<double> imbalance() const;
    // Bubbles of all stages / their spans.
    double bubbleShare() const;
    // The step to show: one between the first and the last where there is one.
    std::size_t stepToShow() const { return steps.size() / 2; }
};

// One for each of findPipelines(). O(messages log messages).
[[nodiscard]] std::vector<PipelineTimes> pipelineTimes(const RankSetAnalysis& set);

}  // namespace gaplight
