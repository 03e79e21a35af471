// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Exports of Nsight Systems, from SQL in cases/: what is read of them, and damage.
#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "core/formats/open_trace.h"
#include "core/index/launch_index.h"
#include "tests/core/formats/read_text.h"
#include "tests/support/golden.h"

namespace gaplight::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

std::string sqlOf(const std::string& name) {
    std::ifstream file(std::string(GAPLIGHT_TEST_SOURCE_DIR) + "/core/formats/nsight/cases/" +
                       name + ".sql");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// The bytes of a database that `sql` makes.
std::string databaseBytes(const std::string& sql) {
    sqlite3* handle = nullptr;
    sqlite3_open(":memory:", &handle);
    char* message = nullptr;
    EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK) << message;
    sqlite3_int64 size = 0;
    unsigned char* bytes = sqlite3_serialize(handle, "main", &size, 0);
    std::string copy(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    sqlite3_free(bytes);
    sqlite3_close(handle);
    return copy;
}

struct Opened {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const EventDetails> details;
};

Opened open(const std::string& bytes) {
    auto source = *byteSourceFromMemory(bytes);
    TraceBuilder builder;
    auto opened = openTrace(*source, builder);
    EXPECT_TRUE(opened.has_value()) << opened.error().message;
    return {builder.finish(std::move(opened->result.facts)), opened->details};
}

class NsightCase : public ::testing::TestWithParam<const char*> {};

TEST_P(NsightCase, ReadsAsRecorded) {
    const std::string name = GetParam();
    EXPECT_TRUE(
        matchesGolden("formats/nsight_" + name + ".txt", readToText(databaseBytes(sqlOf(name)))));
}

INSTANTIATE_TEST_SUITE_P(All, NsightCase,
                         ::testing::Values("two_processes", "old_schema", "hostile"));

TEST(NsightSqlite, KeepsProcessesWithEqualCorrelationsApart) {
    const auto [trace, details] = open(databaseBytes(sqlOf("two_processes")));
    const LaunchIndex launches = LaunchIndex::build(*trace);
    ASSERT_EQ(trace->gpuActivities().size(), 6U);
    for (std::size_t at = 0; at < trace->gpuActivities().size(); ++at) {
        const GpuActivity& activity = trace->gpuActivities()[at];
        const SliceId launch = launches.launchOf(ActivityId(at));
        if (trace->kind(activity.slice) != SliceKind::Kernel || !launch.isValid()) {
            continue;
        }
        EXPECT_EQ(trace->name(launch),
                  activity.gpu.device == 0 ? "cudaLaunchKernel" : "cuLaunchKernelEx");
    }
    EXPECT_EQ(trace->facts().baseTimeNs, 1'700'000'000'123'456'789);
    EXPECT_EQ(trace->facts().devices.size(), 2U);
}

TEST(NsightSqlite, GivesTheColumnsOfARowAsArgs) {
    const auto [trace, details] = open(databaseBytes(sqlOf("two_processes")));
    for (const GpuActivity& activity : trace->gpuActivities()) {
        if (trace->name(activity.slice) != "void gemm<float>(float*)") {
            continue;
        }
        const auto args = details->args(trace->slices().event(activity.slice));
        ASSERT_TRUE(args.has_value());
        EXPECT_THAT(*args, Contains(Arg{"streamId", "7"}));
        EXPECT_THAT(*args, Contains(Arg{"demangledName", "void gemm<float>(float*)"}));
        EXPECT_THAT(*args, Contains(Arg{"dynamicSharedMemory", "2048"}));
        return;
    }
    FAIL() << "no kernel of that name";
}

TEST(NsightSqlite, RefusesOtherDatabases) {
    const std::string other = readToText(databaseBytes("CREATE TABLE songs (name TEXT);"));
    EXPECT_THAT(other, HasSubstr("an SQLite database with the tables 'songs'"));
    EXPECT_THAT(readToText(databaseBytes("")), HasSubstr("error: "));
    // All but the signature is encrypted.
    std::string bytes = databaseBytes(sqlOf("old_schema"));
    std::mt19937 random(1);
    for (std::size_t at = 16; at < bytes.size(); ++at) {
        bytes[at] = static_cast<char>(random());
    }
    EXPECT_THAT(readToText(bytes), HasSubstr("damaged or encrypted"));
}

TEST(NsightSqlite, StopsAtAStopRequest) {
    auto source = *byteSourceFromMemory(databaseBytes(sqlOf("two_processes")));
    TraceBuilder builder;
    std::stop_source stop;
    stop.request_stop();
    ReadOptions options;
    options.stop = stop.get_token();
    const auto opened = openTrace(*source, builder, options);
    ASSERT_FALSE(opened.has_value());
    EXPECT_EQ(opened.error().code, ErrorCode::Cancelled);
}

// Damage is an error or an issue, and what was read stays.
TEST(NsightSqlite, SurvivesCutsAndDamagedBytes) {
    const std::string whole = databaseBytes(sqlOf("two_processes"));
    int opened = 0;
    for (std::size_t size = 0; size < whole.size(); size += 997) {
        opened += readBytes(whole.substr(0, size)).has_value() ? 1 : 0;
    }
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        std::string bytes = whole;
        for (int change = 0; change < 1 + round % 8; ++change) {
            bytes[100 + random() % (bytes.size() - 100)] = static_cast<char>(random());
        }
        opened += readBytes(bytes).has_value() ? 1 : 0;
    }
    EXPECT_GT(opened, 100);
}

}  // namespace
}  // namespace gaplight::test
