// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/pipeline_times.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/ranks/rank_files.h"
#include "core/ranks/rank_set_chart.h"
#include "core/report/ranks/rank_tables.h"
#include "core/scene/display/theme.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

std::shared_ptr<const RankSet> setOfStages(const std::string& name) {
    return openRankSet(traceFilesIn(std::vector{dataFile("ranks/" + name)}).value()).value();
}

// By rank and step: waits in messages, and of them the wait in the first message where the rank
// receives it. From the figures of the independent script.
std::map<std::pair<std::string, int>, std::pair<std::int64_t, std::int64_t>> factsOfSteps() {
    struct Entry {
        std::int64_t arrival;
        std::int64_t wait;
        bool isReceived;
    };
    std::map<std::pair<std::string, int>, std::vector<Entry>> entries;
    std::ifstream file(dataFile("ranks/facts.json"));
    const Json facts = Json::parse(file).at("pp_gpipe4_stage2_heavy");
    for (const Json& one : facts.at("collectives")) {
        for (const auto& [rank, wait] : one.at("wait_ns").items()) {
            entries[{rank, one.at("step").at(rank).get<int>()}].push_back(
                {one.at("arrival_ns").at(rank).get<std::int64_t>(), wait.get<std::int64_t>(),
                 one.at("dst").get<int>() == std::stoi(rank)});
        }
    }
    std::map<std::pair<std::string, int>, std::pair<std::int64_t, std::int64_t>> sums;
    for (const auto& [key, list] : entries) {
        const auto first =
            std::min_element(list.begin(), list.end(),
                             [](const Entry& a, const Entry& b) { return a.arrival < b.arrival; });
        std::int64_t all = 0;
        for (const Entry& entry : list) {
            all += entry.wait;
        }
        sums[key] = {all, first->isReceived ? first->wait : 0};
    }
    return sums;
}

TEST(PipelineTimes, BubblesAreThoseOfTheIndependentFigures) {
    const auto set = setOfStages("pp_gpipe4_stage2_heavy");
    const std::vector<PipelineTimes> pipelines = pipelineTimes(set->analysis);
    ASSERT_EQ(pipelines.size(), 1U);
    const PipelineTimes& pipeline = pipelines.front();
    ASSERT_EQ(pipeline.stages.size(), 4U);
    ASSERT_EQ(pipeline.steps.size(), 3U);
    const auto facts = factsOfSteps();
    std::size_t compared = 0;
    for (std::size_t at = 0; at < 4; ++at) {
        EXPECT_EQ(pipeline.stages[at].rank, at);
        std::size_t step = 0;
        Duration bubbles{};
        for (const auto& [key, waits] : facts) {
            if (key.first == std::to_string(at)) {
                const StageStep& one = pipeline.steps[step++].stages[at];
                EXPECT_EQ(one.entry.count(), waits.second) << at << " " << key.second;
                EXPECT_EQ((one.bubble + one.entry).count(), waits.first) << at << " " << key.second;
                EXPECT_GT(one.range.length(), one.bubble);
                bubbles += one.bubble;
                ++compared;
            }
        }
        EXPECT_EQ(pipeline.stages[at].bubble, bubbles);
        EXPECT_EQ(pipeline.stages[at].compute, set->analysis.totals[at].compute);
    }
    EXPECT_EQ(compared, 12U);
    EXPECT_EQ(pipeline.heaviest(), 2U);
    EXPECT_NEAR(pipeline.imbalance().value(), 1.396, 0.001);
    for (const PipelineStep& step : pipeline.steps) {
        EXPECT_EQ(step.microBatches, 4U);
    }
}

TEST(PipelineTimes, ASetWithoutMessagesHasNone) {
    EXPECT_TRUE(pipelineTimes(setOfStages("ddp_even")->analysis).empty());
}

TEST(PipelineChart, HasTheMessagesOfOneStepBetweenItsLanes) {
    const auto set = setOfStages("pp_gpipe4_stage2_heavy");
    const PipelineTimes pipeline = pipelineTimes(set->analysis).front();
    const RankChart all = chartOf(*set);
    const RankChart step = chartOfPipeline(*set, all, pipeline, 1);
    ASSERT_EQ(step.lanes.size(), 4U);
    EXPECT_EQ(step.lanes[2].label, "stage 2 · rank 2");
    EXPECT_TRUE(step.lanes[2].isLate) << "it is the heaviest";
    EXPECT_FALSE(step.lanes[1].isLate);
    EXPECT_THAT(step.lanes[0].note, HasSubstr("bubbles "));
    // Four micro-batches over three borders, forward and back; a neighbor's step may reach in.
    EXPECT_GE(step.ribbons.size(), 24U);
    EXPECT_LE(step.ribbons.size(), 30U);
    for (const RankRibbon& ribbon : step.ribbons) {
        ASSERT_EQ(ribbon.partCount, 2U);
        EXPECT_LT(step.parts[ribbon.firstPart].lane, step.parts[ribbon.firstPart + 1].lane);
    }
}

TEST(PipelineReport, DrawsTheStagesAndStatesTheImbalance) {
    const auto set = setOfStages("pp_gpipe4_stage2_heavy");
    const PipelineTimes pipeline = pipelineTimes(set->analysis).front();
    EXPECT_THAT(pipelineSentence(*set, pipeline), HasSubstr("stage imbalance 1.40: rank 2"));
    const std::string svg = pipelineSvg(*set, pipeline, builtInTheme(true).value());
    for (const char* words : {"stage 0 · rank 0", "stage 3 · rank 3", "Stages in step 3"}) {
        EXPECT_THAT(svg, HasSubstr(words));
    }
}

}  // namespace
}  // namespace gaplight::test
