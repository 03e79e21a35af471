// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/joint_replay.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/analysis/ranks/pipeline_times.h"
#include "core/ranks/joint_what_if.h"
#include "core/ranks/rank_files.h"
#include "core/ranks/rank_set.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct ReplayedSet {
    explicit ReplayedSet(const std::string& name)
        : set(openRankSet(traceFilesIn(std::vector{dataFile("ranks/" + name)}).value()).value()),
          replay(rankTraces(*set), set->analysis) {}
    std::shared_ptr<const RankSet> set;
    JointReplay replay;

    JointTimes without(std::size_t rank) const {
        return replay.with({JointEdit::Kind::RemoveLateness, rank}).value();
    }
    JointTimes balanced() const { return replay.with({JointEdit::Kind::BalanceRanks, 0}).value(); }
};

double milliseconds(Duration time) {
    return static_cast<double>(ns(time)) / kMs;
}

double changeOf(Duration from, Duration to) {
    return std::abs(milliseconds(to) - milliseconds(from)) / milliseconds(from);
}

class JointReplayOf : public ::testing::TestWithParam<std::string> {};

TEST_P(JointReplayOf, UnchangedGivesTheLongestWindow) {
    const ReplayedSet set(GetParam());
    Duration longest{};
    for (const RankTrace& rank : rankTraces(*set.set)) {
        longest = std::max(
            longest, Replay::build(*rank.trace, *rank.launches, *rank.analysis).measuredWindow());
    }
    EXPECT_LE(changeOf(longest, set.replay.unchanged().value().window), 0.001);
}

TEST_P(JointReplayOf, RemovingLatenessNeverLengthensIt) {
    const ReplayedSet set(GetParam());
    const Duration before = set.replay.unchanged().value().window;
    for (std::size_t rank = 0; rank < set.set->ranks.size(); ++rank) {
        EXPECT_LE(set.without(rank).window, before);
    }
    EXPECT_LE(set.balanced().window, before);
}

INSTANTIATE_TEST_SUITE_P(Ranks, JointReplayOf,
                         ::testing::Values("ddp_even", "ddp_slow_host_rank2",
                                           "ddp_slow_host_rotating", "fsdp", "tp_decode",
                                           "pp_gpipe4_stage2_heavy", "moe_skew_rank1"),
                         [](const auto& set) { return set.param; });

// Without the profiler a step of the balanced run takes 27.8 ms (48.1 ms with the sleep on rank 2;
// 42.3 ms in the traces, whose sleep the profiler's own time hides in part).
TEST(JointReplay, PredictsTheBalancedRun) {
    const ReplayedSet set("ddp_slow_host_rank2");
    EXPECT_NEAR(milliseconds(*set.without(2).step), 27.8, 0.03 * 27.8);
    EXPECT_NEAR(milliseconds(*set.balanced().step), 27.8, 0.03 * 27.8);
    EXPECT_TRUE(set.replay.isTrusted());
}

TEST(JointReplay, PlacesTheCollectivesOfAllRanks) {
    const ReplayedSet set("ddp_slow_host_rank2");
    const std::vector<std::vector<ReplayEdit>> none(4);
    JointEdit edit;
    edit.kind = JointEdit::Kind::OfRanks;
    edit.ofRanks = none;
    const JointTimeline unchanged = set.replay.timelineWith(edit).value();
    EXPECT_EQ(unchanged.times.window, set.replay.unchanged()->window);
    const JointTimeline sooner =
        set.replay.timelineWith({JointEdit::Kind::RemoveLateness, 2}).value();
    ASSERT_EQ(sooner.ranks.size(), 4U);
    for (std::size_t rank = 0; rank < 4; ++rank) {
        const std::vector<TimeRange>& kernels = sooner.ranks[rank].kernels;
        ASSERT_EQ(kernels.size(), unchanged.ranks[rank].kernels.size());
        EXPECT_TRUE(std::ranges::is_sorted(kernels, {}, &TimeRange::begin));
        EXPECT_LE(kernels.back().end, sooner.ranks[rank].end);
        // Those that waited for rank 2 end sooner.
        EXPECT_EQ(sooner.ranks[rank].end < unchanged.ranks[rank].end, rank != 2) << rank;
    }
}

// What ranks compute moves; of a part in view it is what overlaps that.
TEST(JointReplay, PlacesTheOtherWorkOfAllRanks) {
    const ReplayedSet set("ddp_slow_host_rank2");
    const std::vector<std::vector<ReplayEdit>> none(4);
    JointEdit edit;
    edit.kind = JointEdit::Kind::OfRanks;
    edit.ofRanks = none;
    const JointTimeline unchanged = set.replay.timelineWith(edit).value();
    const JointEdit sooner{JointEdit::Kind::RemoveLateness, 2};
    const JointTimeline whole = set.replay.timelineWith(sooner).value();
    const TimeRange& last = whole.ranks[0].work.ranges().back();
    const TimeRange shown{last.begin - std::chrono::milliseconds(5), last.begin};
    const JointTimeline part = set.replay.timelineWith(sooner, shown).value();
    EXPECT_EQ(part.times.window, whole.times.window);
    for (std::size_t rank = 0; rank < 4; ++rank) {
        const MergedRanges& work = whole.ranks[rank].work;
        EXPECT_GT(work.length(), std::chrono::milliseconds(20));
        // What waits for rank 2 had slowed down takes less.
        EXPECT_EQ(work.length() < unchanged.ranks[rank].work.length(), rank != 2);
        EXPECT_GT(milliseconds(work.length()),
                  0.75 * milliseconds(unchanged.ranks[rank].work.length()));
        EXPECT_EQ(work.ranges().back().end < unchanged.ranks[rank].work.ranges().back().end,
                  rank != 2);
        const std::vector<TimeRange>& seen = part.ranks[rank].work.ranges();
        EXPECT_LT(seen.size(), work.ranges().size());
        EXPECT_TRUE(std::ranges::all_of(seen, [&](const TimeRange& range) {
            return range.overlaps({shown.begin - Duration(1), shown.end + Duration(1)});
        }));
    }
    EXPECT_FALSE(part.ranks[0].work.ranges().empty());
}

TEST(JointReplay, GivesOtherRanksNoCost) {
    const ReplayedSet set("ddp_slow_host_rank2");
    const Duration before = set.replay.unchanged().value().window;
    for (const std::size_t rank : {0, 1, 3}) {
        EXPECT_LE(changeOf(before, set.without(rank).window), 0.001) << rank;
    }
}

// The sleeps of ranks 2 and 3 are in steps in which the GPUs are behind by more.
TEST(JointReplay, GivesHiddenLatenessNoCost) {
    const ReplayedSet set("ddp_slow_host_rotating");
    const Duration before = set.replay.unchanged().value().window;
    EXPECT_LE(changeOf(before, set.without(2).window), 0.001);
    EXPECT_LE(changeOf(before, set.without(3).window), 0.001);
    EXPECT_GT(changeOf(before, set.without(0).window), 0.1);
}

// Stage 2 is twice as deep as the others. It has 3408 of 8595 activities that are launched in the
// capture, and the host of rank 2 limits the run: with a quarter of them a step takes 0.63 times as
// long, if no other stage is in the way.
TEST(JointReplay, BalancesTheStagesOfAPipeline) {
    const ReplayedSet set("pp_gpipe4_stage2_heavy");
    const JointTimes before = set.replay.unchanged().value();
    const JointTimes after = set.replay.with({JointEdit::Kind::BalanceStages, 0}).value();
    EXPECT_NEAR(milliseconds(*before.step), 53.59, 0.01);
    EXPECT_NEAR(milliseconds(*after.step), 0.63 * 53.59, 0.03 * 53.59);
    EXPECT_LT(after.window, before.window);
}

TEST(JointReplay, LeavesRunsWithoutStagesAlone) {
    const ReplayedSet set("moe_skew_rank1");
    EXPECT_EQ(set.replay.with({JointEdit::Kind::BalanceStages, 0}).value().window,
              set.replay.unchanged().value().window);
}

TEST(Pipelines, AreInTheOrderOfTheirStages) {
    const ReplayedSet set("pp_gpipe4_stage2_heavy");
    EXPECT_THAT(findPipelines(set.set->analysis.collectives), ElementsAre(Pipeline{0, 1, 2, 3}));
    const auto message = [](std::size_t sender, std::size_t receiver) {
        JointCollective joint;
        joint.isSendReceive = true;
        joint.sender = sender;
        joint.receiver = receiver;
        return joint;
    };
    // Stages against the order of ranks; gradients go back.
    const std::vector<JointCollective> reversed{message(3, 1), message(1, 0), message(0, 1)};
    EXPECT_THAT(findPipelines(reversed), ElementsAre(Pipeline{3, 1, 0}));
    // Interleaved stages go round; another pipeline beside them.
    const std::vector<JointCollective> two{message(0, 2), message(2, 0), message(1, 3),
                                           message(3, 5), message(5, 1)};
    EXPECT_THAT(findPipelines(two), ElementsAre(Pipeline{0, 2}, Pipeline{1, 3, 5}));
    EXPECT_THAT(findPipelines({}), IsEmpty());
}

TEST(JointWhatIf, GivesTheModelErrorOfEachRank) {
    const ReplayedSet set("fsdp");
    const JointEdit edit = jointEditFrom("balance:ranks", *set.set).value();
    const std::optional<JointAnswer> answer = jointAnswer(*set.set, set.replay, edit);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->edit, "balance:ranks");
    ASSERT_EQ(answer->rankErrors.size(), 4U);
    EXPECT_NEAR(answer->rankErrors[0], 0.0018, 0.0001);
    EXPECT_NEAR(answer->rankErrors[1], 0.0030, 0.0001);
    EXPECT_EQ(answer->rankErrors[2], 0);
    EXPECT_EQ(answer->modelError, answer->rankErrors[1]);
    EXPECT_TRUE(answer->isTrusted);
}

// Each backward pass waits for a receive, by an event that was not recorded.
TEST(JointWhatIf, KnowsThatStagesWaitForReceives) {
    const ReplayedSet set("pp_gpipe4_stage2_heavy");
    const JointEdit edit = jointEditFrom("balance:stage", *set.set).value();
    const std::optional<JointAnswer> answer = jointAnswer(*set.set, set.replay, edit);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->edit, "balance:stage");
    EXPECT_LT(answer->modelError, 0.0001);
    EXPECT_TRUE(answer->isTrusted);
}

TEST(JointWhatIf, ReadsEdits) {
    const ReplayedSet set("moe_skew_rank1");
    EXPECT_EQ(jointEditFrom("remove:lateness:3", *set.set)->rank, 3U);
    EXPECT_EQ(jointEditFrom("balance:ranks", *set.set)->kind, JointEdit::Kind::BalanceRanks);
    EXPECT_EQ(jointEditFrom("balance:kernels", *set.set)->kind, JointEdit::Kind::BalanceKernels);
    EXPECT_THAT(jointEditFrom("remove:lateness:9", *set.set).error().message,
                HasSubstr("no rank '9'"));
    EXPECT_EQ(jointEditFrom("graph:steps", *set.set).error().code, ErrorCode::BadArgument);
    EXPECT_THAT(jointEditFrom("balance:stage", *set.set).error().message,
                HasSubstr("there are no stages"));
}

TEST(JointWhatIf, StragglerCostsWhatItsLatenessDoes) {
    const ReplayedSet set("ddp_slow_host_rank2");
    const std::optional<JointAnswer> cost = stragglerCost(*set.set, set.replay);
    ASSERT_TRUE(cost);
    EXPECT_EQ(cost->edit, "remove:lateness:2");
    EXPECT_EQ(cost->saving, cost->before.window - set.without(2).window);
}

// Rank 1 computes 64.5 ms, the others 14.3 ms: with 26.8 ms each, of which three quarters are in
// the window, and 24 transfers of 184 us the run takes 24.6 ms. Tokens do not vanish.
TEST(JointWhatIf, TokensCostWhatTheirMeanDoes) {
    const ReplayedSet set("moe_skew_rank1");
    const std::optional<JointAnswer> cost = stragglerCost(*set.set, set.replay);
    ASSERT_TRUE(cost);
    EXPECT_EQ(cost->edit, "balance:tokens");
    EXPECT_NEAR(milliseconds(cost->after.window), 24.6, 0.03 * 24.6);
    EXPECT_THAT(jointEditFrom("balance:tokens", *ReplayedSet("tp_decode").set).error().message,
                HasSubstr("no all-to-all"));
}

// The host of rank 1 is slow only while it is recorded: without the profiler a step takes 27.8 ms,
// as balanced. The sleep of rank 2 is no recording.
TEST(JointWhatIf, IsCertainOfWhatIsNoRecording) {
    const ReplayedSet even("ddp_even");
    const Duration whole = even.replay.unchanged().value().window;
    EXPECT_LT(*certainHostCost(even.replay, 1) * 100, whole);
    EXPECT_GT(stragglerCost(*even.set, even.replay)->saving * 10, whole);
    for (const auto& [name, rank] : {std::pair("ddp_slow_host_rank2", 2U),
                                     std::pair("tp_decode", 0U), std::pair("fsdp", 2U)}) {
        const ReplayedSet slow(name);
        EXPECT_GT(*certainHostCost(slow.replay, rank) * 25, slow.replay.unchanged().value().window);
    }
}

}  // namespace
}  // namespace gaplight::test
