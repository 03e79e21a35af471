// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// rocpd databases, from SQL in cases/: what is read of them, and damage.
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

std::string rocpdBytes(const std::string& name) {
    return databaseBytes(sqlOf("rocm/cases/" + name));
}

class RocpdCase : public ::testing::TestWithParam<const char*> {};

TEST_P(RocpdCase, ReadsAsRecorded) {
    const std::string name = GetParam();
    EXPECT_TRUE(matchesGolden("formats/" + name + ".txt", readToText(rocpdBytes(name))));
}

INSTANTIATE_TEST_SUITE_P(All, RocpdCase,
                         ::testing::Values("rocpd_v3", "rocpd_v4", "rocpd_merged",
                                           "rocpd_hostile"));

// Equal process, thread, agent and correlation numbers on two machines.
TEST(RocpdSqlite, KeepsMergedProcessesApart) {
    const auto [trace, details] = openDatabaseBytes(rocpdBytes("rocpd_merged"));
    const LaunchIndex launches = LaunchIndex::build(*trace);
    ASSERT_EQ(trace->gpuActivities().size(), 4U);
    for (std::size_t at = 0; at < trace->gpuActivities().size(); ++at) {
        const GpuActivity& activity = trace->gpuActivities()[at];
        const SliceId launch = launches.launchOf(ActivityId(at));
        ASSERT_TRUE(launch.isValid());
        const Track& track = trace->tracks()[trace->trackOf(launch).index()];
        const std::string_view pid = trace->text(trace->processes()[track.process.index()].pid);
        EXPECT_EQ(pid, activity.gpu.device == 0 ? "node-1 500" : "node-2 500");
        EXPECT_EQ(trace->name(activity.slice),
                  activity.gpu.device == 0 ? "kernel _a" : "kernel _b");
    }
    EXPECT_EQ(trace->facts().devices.size(), 2U);
}

TEST(RocpdSqlite, DescribesGpus) {
    const auto [trace, details] = openDatabaseBytes(rocpdBytes("rocpd_v3"));
    ASSERT_EQ(trace->facts().devices.size(), 2U);
    const DeviceProperties& gpu = trace->facts().devices[0];
    EXPECT_EQ(gpu.name, "AMD Instinct MI300X");
    EXPECT_EQ(gpu.sms, 304);
    EXPECT_EQ(gpu.warpSize, 64);
    EXPECT_EQ(gpu.maxThreadsPerSm, 2048);
    EXPECT_EQ(gpu.totalMemoryBytes, 206'141'652'992);
    EXPECT_EQ(trace->facts().devices[1].name, "gfx942");
    EXPECT_EQ(trace->facts().host, "gpu-node-1");
}

// A command line is cut between characters; bytes that are no UTF-8 are replaced.
TEST(RocpdSqlite, NamesAProcessInValidUtf8) {
    const auto nameOf = [](const std::string& command) {
        std::string sql = sqlOf("rocm/cases/rocpd_v3");
        const std::string recorded = "'python train.py --steps 3'";
        sql.replace(sql.find(recorded), recorded.size(), command);
        const auto [trace, details] = openDatabaseBytes(databaseBytes(sql));
        for (const Process& process : trace->processes()) {
            if (trace->text(process.name).starts_with("python ")) {
                return std::string(trace->text(process.name));
            }
        }
        return std::string("no process");
    };
    std::string umlauts;
    for (int at = 0; at < 100; ++at) {
        umlauts += "\u00e4";
    }
    EXPECT_EQ(nameOf("'python " + umlauts + "'"), "python " + umlauts.substr(0, 2 * 96U));
    EXPECT_EQ(nameOf("CAST(x'707974686f6e20ff' AS TEXT)"), "python \ufffd");
}

TEST(RocpdSqlite, GivesTheColumnsOfARowAsArgs) {
    const OpenedDatabase opened = openDatabaseBytes(rocpdBytes("rocpd_v3"));
    const auto kernel = argsOf(opened, "void gemm<float>(float*)");
    EXPECT_THAT(kernel, Contains(Arg{"grid_size_x", "2560"}));
    EXPECT_THAT(kernel, Contains(Arg{"stream_id", "Default Stream"}));
    EXPECT_THAT(kernel, Contains(Arg{"kernel_id", "void gemm<float>(float*)"}));
    EXPECT_THAT(argsOf(opened, "Memcpy HtoD (Host -> Device)"),
                Contains(Arg{"src_agent_id", "AMD EPYC 9654"}));
}

TEST(RocpdSqlite, SurvivesCutsAndDamagedBytes) {
    EXPECT_GT(openDamagedCopies(rocpdBytes("rocpd_v3")), 100);
}

}  // namespace
}  // namespace gaplight::test
