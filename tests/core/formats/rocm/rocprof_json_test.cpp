// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// JSON of rocprofv3, from cases/: what is read of it, and damage.
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/open_trace.h"
#include "core/formats/rocm/rocprof_json.h"
#include "core/index/launch_index.h"
#include "tests/core/formats/read_text.h"
#include "tests/core/formats/sql_case.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

std::string rocprofText(const std::string& name) {
    std::ifstream file(std::string(GAPLIGHT_TEST_SOURCE_DIR) + "/core/formats/rocm/cases/" + name +
                       ".json");
    EXPECT_TRUE(file.good()) << name;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

class RocprofCase : public ::testing::TestWithParam<const char*> {};

TEST_P(RocprofCase, ReadsAsRecorded) {
    const std::string name = GetParam();
    EXPECT_TRUE(matchesGolden("formats/" + name + ".txt", readToText(rocprofText(name))));
}

INSTANTIATE_TEST_SUITE_P(All, RocprofCase,
                         ::testing::Values("rocprof_two_processes", "rocprof_hostile"));

TEST(RocprofJson, IsKnownByItsFirstKey) {
    EXPECT_TRUE(sniffRocprofJson(" {\n\t\"rocprofiler-sdk-tool\": ["));
    EXPECT_FALSE(sniffRocprofJson("{\"traceEvents\": [], \"rocprofiler-sdk-tool\": []}"));
    EXPECT_FALSE(sniffRocprofJson("[\"rocprofiler-sdk-tool\"]"));
    EXPECT_FALSE(sniffRocprofJson(""));
    EXPECT_FALSE(sniffRocprofJson("   "));
}

// Equal correlations of two processes.
TEST(RocprofJson, KeepsProcessesApart) {
    const auto [trace, details] = openDatabaseBytes(rocprofText("rocprof_two_processes"));
    const LaunchIndex launches = LaunchIndex::build(*trace);
    ASSERT_EQ(trace->gpuActivities().size(), 5U);
    for (std::size_t at = 0; at < trace->gpuActivities().size(); ++at) {
        const GpuActivity& activity = trace->gpuActivities()[at];
        const SliceId launch = launches.launchOf(ActivityId(at));
        ASSERT_TRUE(launch.isValid());
        const Track& track = trace->tracks()[trace->trackOf(launch).index()];
        const bool isOfSecond = activity.stream == 3 || activity.stream == 4;  // its queues
        EXPECT_EQ(trace->text(trace->processes()[track.process.index()].pid),
                  isOfSecond ? "200" : "100");
    }
    EXPECT_EQ(trace->facts().devices.size(), 2U);
    EXPECT_EQ(trace->facts().devices[0].sms, 304);
}

TEST(RocprofJson, GivesTheMembersOfARecordAsArgs) {
    const OpenedDatabase opened = openDatabaseBytes(rocprofText("rocprof_two_processes"));
    const auto kernel = argsOf(opened, "void gemm<float>(float*)");
    EXPECT_THAT(kernel, Contains(Arg{"dispatch_info / kernel_id", "1"}));
    EXPECT_THAT(kernel, Contains(Arg{"dispatch_info / grid_size", R"({"x":1024,"y":3,"z":1})"}));
    EXPECT_THAT(argsOf(opened, "hipMemcpyAsync"), Contains(Arg{"args / stream", "0x0"}));
}

TEST(RocprofJson, RefusesWhatIsCut) {
    const std::string whole = rocprofText("rocprof_two_processes");
    EXPECT_THAT(readToText(whole.substr(0, whole.size() / 2)), HasSubstr("damaged or cut"));
    EXPECT_THAT(readToText("{\"rocprofiler-sdk-tool\": 5}"), HasSubstr("error: "));
}

TEST(RocprofJson, SurvivesCutsAndDamagedBytes) {
    const std::string whole = rocprofText("rocprof_two_processes");
    for (std::size_t size = 0; size < whole.size(); size += 97) {
        static_cast<void>(readBytes(whole.substr(0, size)));
    }
    constexpr std::string_view kOthers = "0123456789ex-.\"{}[],: ";
    std::mt19937 random(7);
    int opened = 0;
    for (int round = 0; round < 2000; ++round) {
        std::string bytes = whole;
        for (int change = 0; change < 1 + round % 8; ++change) {
            const char other = kOthers[random() % kOthers.size()];
            bytes[30 + random() % (bytes.size() - 30)] = other;
        }
        opened += readBytes(bytes).has_value() ? 1 : 0;
    }
    EXPECT_GT(opened, 20);
}

}  // namespace
}  // namespace gaplight::test
