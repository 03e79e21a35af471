// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Traces of rocmProfileData, from SQL in cases/: what is read of them, and damage.
#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/index/launch_index.h"
#include "tests/core/formats/read_text.h"
#include "tests/core/formats/sql_case.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

using ::testing::Contains;

std::string bytesOf(const std::string& name) {
    return databaseBytes(sqlOf("rocm/cases/" + name));
}

class RpdCase : public ::testing::TestWithParam<const char*> {};

TEST_P(RpdCase, ReadsAsRecorded) {
    const std::string name = GetParam();
    EXPECT_TRUE(matchesGolden("formats/" + name + ".txt", readToText(bytesOf(name))));
}

INSTANTIATE_TEST_SUITE_P(All, RpdCase,
                         ::testing::Values("rpd_two_sessions", "rpd_sdk", "rpd_cuda",
                                           "rpd_hostile"));

TEST(RpdSqlite, KeepsSessionsApart) {
    const auto [trace, details] = openDatabaseBytes(bytesOf("rpd_two_sessions"));
    const LaunchIndex launches = LaunchIndex::build(*trace);
    std::size_t launched = 0;
    for (std::size_t at = 0; at < trace->gpuActivities().size(); ++at) {
        const SliceId slice = trace->gpuActivities()[at].slice;
        const SliceId launch = launches.launchOf(ActivityId(at));
        if (trace->name(slice) == "reduce") {
            ASSERT_TRUE(launch.isValid());
            const Track& track = trace->tracks()[trace->trackOf(launch).index()];
            EXPECT_EQ(trace->text(track.tid), "200");
        }
        launched += launch.isValid() ? 1U : 0U;
    }
    EXPECT_EQ(launched, trace->gpuActivities().size() - 1);  // one operation has no call
}

TEST(RpdSqlite, GivesTheColumnsOfARowAsArgs) {
    const OpenedDatabase opened = openDatabaseBytes(bytesOf("rpd_two_sessions"));
    EXPECT_THAT(argsOf(opened, "hipMalloc"), Contains(Arg{"args_id", "ptr=0x7f | size=0x10"}));
    EXPECT_THAT(argsOf(opened, "reduce"), Contains(Arg{"queueId", "0"}));
    EXPECT_THAT(argsOf(openDatabaseBytes(bytesOf("rpd_sdk")), "hipLaunchKernel"),
                Contains(Arg{"args_id", R"({"numBlocks":"{4, 1, 1}"})"}));
}

TEST(RpdSqlite, SurvivesCutsAndDamagedBytes) {
    EXPECT_GT(openDamagedCopies(bytesOf("rpd_two_sessions")), 100);
}

}  // namespace
}  // namespace gaplight::test
