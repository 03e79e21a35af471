// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/ranks/rank_figures.h"

#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/quantity_text.h"
#include "core/ranks/rank_files.h"
#include "core/ranks/rank_set.h"
#include "core/scene/display/theme.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::shared_ptr<const RankSet> setForFigures(const std::string& name) {
    return openRankSet(traceFilesIn(std::vector{dataFile("ranks/" + name)}).value()).value();
}

TEST(CollectiveFigure, NamesTheLateRankAndEveryWait) {
    const auto set = setForFigures("ddp_slow_host_rank2");
    const std::size_t shown = collectiveToShow(set->analysis).value();
    EXPECT_EQ(shown, lateCollectives(set->analysis).front());
    const std::string svg = collectiveSvg(*set, shown, builtInTheme(false).value());
    const JointCollective& joint = set->analysis.collectives[shown];
    ASSERT_EQ(joint.parts.size(), 4U);
    EXPECT_THAT(svg, HasSubstr("late by " + durationText(joint.lead)));
    for (const RankPart& part : joint.parts) {
        EXPECT_THAT(svg, HasSubstr("rank " + std::to_string(part.rank)));
        if (part.rank != joint.last) {
            EXPECT_THAT(svg, HasSubstr("waits " + durationText(part.wait)));
        }
    }
}

TEST(CollectiveFigure, ASendIsBetweenTwoRanks) {
    const auto set = setForFigures("pp_gpipe4_stage2_heavy");
    const auto& collectives = set->analysis.collectives;
    std::size_t send = 0;
    while (!collectives[send].isSendReceive || collectives[send].receiver != 3) {
        ++send;
    }
    const std::string svg = collectiveSvg(*set, send, builtInTheme(false).value());
    EXPECT_THAT(svg, HasSubstr("rank 2"));
    EXPECT_THAT(svg, HasSubstr("rank 3"));
    EXPECT_THAT(svg, Not(HasSubstr("rank 0")));
}

TEST(CollectiveFigure, IsNamedByRankOrOrdinal) {
    const auto set = setForFigures("ddp_slow_host_rank2");
    const std::vector<std::size_t> late = lateCollectives(set->analysis);
    EXPECT_EQ(collectiveFromText(*set, "2").value(), late[1]);
    const JointCollective& third = set->analysis.collectives[late[2]];
    const std::string group = set->analysis.communicators[third.communicator].name;
    EXPECT_EQ(collectiveFromText(*set, group + "#" + std::to_string(third.ordinal)).value(),
              late[2]);
    for (const char* wrong : {"0", "9999", "", "x", "0#", "0#9999", "no such group#1", "-1"}) {
        EXPECT_FALSE(collectiveFromText(*set, wrong)) << wrong;
    }
}

}  // namespace
}  // namespace gaplight::test
