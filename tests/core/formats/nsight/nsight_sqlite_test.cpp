// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Exports of Nsight Systems, from SQL in cases/: what is read of them, and damage.
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/open_trace.h"
#include "core/index/launch_index.h"
#include "tests/core/formats/read_text.h"
#include "tests/core/formats/sql_case.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class NsightCase : public ::testing::TestWithParam<const char*> {};

TEST_P(NsightCase, ReadsAsRecorded) {
    const std::string name = GetParam();
    EXPECT_TRUE(matchesGolden("formats/nsight_" + name + ".txt",
                              readToText(databaseBytes(sqlOf("nsight/cases/" + name)))));
}

INSTANTIATE_TEST_SUITE_P(All, NsightCase,
                         ::testing::Values("two_processes", "old_schema", "hostile", "samples",
                                           "nccl"));

TEST(NsightSqlite, ReadsTheCallsOfNcclThatHaveAPayload) {
    const OpenedDatabase opened = openDatabaseBytes(databaseBytes(sqlOf("nsight/cases/nccl")));
    const Trace& trace = *opened.trace;
    EXPECT_EQ(trace.facts().rank, 5);
    EXPECT_EQ(trace.facts().worldSize, 8);
    std::vector<std::string> calls;
    for (std::size_t at = 0; at < trace.slices().size(); ++at) {
        if (const CommCallFacts* call = trace.commCalls().find(SliceId(at))) {
            calls.push_back(fmt::format("{} in {} of {}: {} -> {} {}, peer {}",
                                        trace.name(SliceId(at)), trace.text(call->group),
                                        call->groupSize, call->inputs, call->outputs,
                                        trace.text(call->type), call->peer));
        }
    }
    EXPECT_THAT(calls,
                ::testing::ElementsAre(
                    "ncclAllReduce in 0xabcdef0123456789 of 8: 4096 -> 4096 Byte, peer -1",
                    "ncclReduceScatter in 0xabcdef0123456789 of 8: 4096 -> 512 Byte, peer -1",
                    "ncclSend in 0xabcdef0123456789 of 8: 64 -> 64 Byte, peer 3"));
}

TEST(NsightSqlite, KeepsProcessesWithEqualCorrelationsApart) {
    const auto [trace, details] =
        openDatabaseBytes(databaseBytes(sqlOf("nsight/cases/two_processes")));
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

// deviceId of a synchronization is 0 whatever GPU the process uses; that of its context's work is
// not. Of a context without work nothing else is known.
TEST(NsightSqlite, PutsWaitsOnTheGpuOfTheirContext) {
    const auto [trace, details] =
        openDatabaseBytes(databaseBytes(sqlOf("nsight/cases/two_processes") +
                                        R"(DELETE FROM TARGET_INFO_CUDA_DEVICE;
           UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET deviceId = 1, contextId = 2 WHERE globalPid = 281478332153856;
           ALTER TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION ADD contextId INTEGER;
           INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES
             (6300, 6400, 0, 7, 12, 281478332153856, 3, 0, 0, 2),
             (6500, 6601, 0, 7, 13, 281478332153856, 3, 0, 0, 9);)"));
    std::vector<std::string> waits;
    for (const Track& track : trace->tracks()) {
        const std::string_view name = trace->text(track.tid);
        if (name.starts_with("waits for GPU ")) {
            waits.push_back(fmt::format("{} of {}: {} ns", name,
                                        trace->text(trace->processes()[track.process.index()].pid),
                                        trace->slices().duration(track.firstSlice).count()));
        }
    }
    EXPECT_THAT(waits, ::testing::UnorderedElementsAre("waits for GPU 0 of 100: 800 ns",
                                                       "waits for GPU 1 of 200: 100 ns",
                                                       "waits for GPU 0 of 200: 101 ns"));
}

TEST(NsightSqlite, GivesTheColumnsOfARowAsArgs) {
    const auto args = argsOf(openDatabaseBytes(databaseBytes(sqlOf("nsight/cases/two_processes"))),
                             "void gemm<float>(float*)");
    EXPECT_THAT(args, Contains(Arg{"streamId", "7"}));
    EXPECT_THAT(args, Contains(Arg{"demangledName", "void gemm<float>(float*)"}));
    EXPECT_THAT(args, Contains(Arg{"dynamicSharedMemory", "2048"}));
}

// "Call stack" of a slice, by its args and by the field that rules read.
std::string stackOf(const OpenedDatabase& opened, std::string_view name) {
    for (std::size_t at = 0; at < opened.trace->slices().size(); ++at) {
        if (opened.trace->name(SliceId(at)) == name) {
            const EventId event = opened.trace->slices().event(SliceId(at));
            const std::string stack = *opened.details->field(event, DetailField::CallStack);
            const auto args = *opened.details->args(event);
            const bool hasArg = !args.empty() && args.back().path == "Call stack";
            EXPECT_EQ(hasArg ? args.back().value : "", stack);
            return stack;
        }
    }
    return "no such slice";
}

TEST(NsightSqlite, GivesCallChainsAsCallStacks) {
    const OpenedDatabase opened = openDatabaseBytes(databaseBytes(sqlOf("nsight/cases/samples")));
    EXPECT_EQ(stackOf(opened, "cudaMalloc"), "libcuda.so.1!cudaMalloc;train!pack;train!main");
    EXPECT_EQ(stackOf(opened, "poll"), "train!poll;train!main");
    EXPECT_EQ(stackOf(opened, "wait"), "train!wait;train!step;train!main");
    EXPECT_EQ(stackOf(opened, "Running on CPU 0"), "");
    EXPECT_THAT(argsOf(opened, "wait"), Contains(Arg{"module", "/usr/bin/train"}));
}

TEST(NsightSqlite, StopsAmongSamples) {
    std::string sql = sqlOf("nsight/cases/samples");
    sql += R"(WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO COMPOSITE_EVENTS SELECT i, i * 1000, 0, 1, 281476654432357, 1 FROM n;
        INSERT INTO SAMPLING_CALLCHAINS SELECT id, 1, 5, 0, 0, 0, 0 FROM COMPOSITE_EVENTS WHERE id > 99;)";
    auto source = *byteSourceFromMemory(databaseBytes(sql));
    TraceBuilder builder;
    std::stop_source stop;
    ReadOptions options;
    options.stop = stop.get_token();
    options.onProgress = [&](const ReadProgress& progress) {
        if (progress.slices > 0) {
            stop.request_stop();
        }
    };
    const auto opened = openTrace(*source, builder, options);
    ASSERT_FALSE(opened.has_value());
    EXPECT_EQ(opened.error().code, ErrorCode::Cancelled);
}

TEST(NsightSqlite, RefusesOtherDatabases) {
    const std::string other = readToText(databaseBytes("CREATE TABLE songs (name TEXT);"));
    EXPECT_THAT(other, HasSubstr("an SQLite database with the tables 'songs'"));
    EXPECT_THAT(readToText(databaseBytes("")), HasSubstr("error: "));
    // All but the signature is encrypted.
    std::string bytes = databaseBytes(sqlOf("nsight/cases/old_schema"));
    std::mt19937 random(1);
    for (std::size_t at = 16; at < bytes.size(); ++at) {
        bytes[at] = static_cast<char>(random());
    }
    EXPECT_THAT(readToText(bytes), HasSubstr("damaged or encrypted"));
}

TEST(NsightSqlite, StopsAtAStopRequest) {
    auto source = *byteSourceFromMemory(databaseBytes(sqlOf("nsight/cases/two_processes")));
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
    EXPECT_GT(openDamagedCopies(databaseBytes(sqlOf("nsight/cases/two_processes"))), 100);
    EXPECT_GT(openDamagedCopies(databaseBytes(sqlOf("nsight/cases/samples"))), 100);
}

}  // namespace
}  // namespace gaplight::test
