// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Databases of nvprof, from SQL in cases/: what is read of them, and damage.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/nvprof/cupti_calls.h"
#include "tests/core/formats/read_text.h"
#include "tests/core/formats/sql_case.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

using ::testing::Contains;

std::string nvprofBytes(const std::string& name) {
    return databaseBytes(sqlOf("nvprof/cases/" + name));
}

class NvprofCase : public ::testing::TestWithParam<const char*> {};

TEST_P(NvprofCase, ReadsAsRecorded) {
    const std::string name = GetParam();
    EXPECT_TRUE(matchesGolden("formats/" + name + ".txt", readToText(nvprofBytes(name))));
}

INSTANTIATE_TEST_SUITE_P(All, NvprofCase,
                         ::testing::Values("nvprof_two_gpus", "nvprof_old", "nvprof_hostile"));

TEST(NvprofSqlite, KnowsCallsByTheirNumbers) {
    EXPECT_EQ(cuptiRuntimeCall(1), "cudaDriverGetVersion");
    EXPECT_EQ(cuptiRuntimeCall(31), "cudaMemcpy");
    EXPECT_EQ(cuptiRuntimeCall(211), "cudaLaunchKernel");
    EXPECT_EQ(cuptiDriverCall(1), "cuInit");
    EXPECT_EQ(cuptiDriverCall(17), "cuCtxSynchronize");
    EXPECT_EQ(cuptiDriverCall(276), "cuMemcpyHtoD");
    EXPECT_EQ(cuptiDriverCall(307), "cuLaunchKernel");
    for (const std::int64_t number : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 40}) {
        EXPECT_EQ(cuptiRuntimeCall(number), "");
        EXPECT_EQ(cuptiDriverCall(number), "");
    }
}

// The second record of the event comes after the wait, but first in the table.
TEST(NvprofSqlite, WaitsForTheLastRecordBefore) {
    const auto [trace, details] = openDatabaseBytes(nvprofBytes("nvprof_two_gpus"));
    for (std::size_t at = 0; at < trace->slices().size(); ++at) {
        if (trace->name(SliceId(at)) == "Stream Wait Event") {
            const SyncFacts* sync = trace->syncFacts().find(SliceId(at));
            ASSERT_NE(sync, nullptr);
            EXPECT_EQ(sync->stream, 9);
            EXPECT_EQ(sync->waitOnStream, 7);
            EXPECT_EQ(sync->waitOnEventRecordCorrelation, 4);
            return;
        }
    }
    FAIL() << "no wait";
}

TEST(NvprofSqlite, GivesTheColumnsOfARowAsArgs) {
    const auto args =
        argsOf(openDatabaseBytes(nvprofBytes("nvprof_two_gpus")), "void gemm<float>(float*)");
    EXPECT_THAT(args, Contains(Arg{"contextId", "1"}));
    EXPECT_THAT(args, Contains(Arg{"name", "_Z4gemmIfEvPT_"}));
    EXPECT_THAT(argsOf(openDatabaseBytes(nvprofBytes("nvprof_two_gpus")), "cuLaunchKernel"),
                Contains(Arg{"cbid", "cuLaunchKernel"}));
}

TEST(NvprofSqlite, SurvivesCutsAndDamagedBytes) {
    EXPECT_GT(openDamagedCopies(nvprofBytes("nvprof_two_gpus")), 100);
}

}  // namespace
}  // namespace gaplight::test
