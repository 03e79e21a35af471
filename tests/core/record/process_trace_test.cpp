// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/process_trace.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <unistd.h>

#include "core/formats/open_trace.h"
#include "core/record/event_json.h"
#include "core/session/session.h"
#include "tests/core/record/recorded_process.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

using record::ProcessTrace;
using test::RecordedProcess;
using test::smallProgram;
using ::testing::HasSubstr;
using ::testing::Not;

class ProcessTraceTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_folder = ::testing::TempDir() + "record_" + std::to_string(::getpid());
        std::filesystem::create_directories(m_folder);
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    std::string path(const std::string& name) const { return m_folder + "/" + name; }

    static std::string contentOf(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    std::string write(const RecordedProcess& program, const std::string& name) {
        ProcessTrace trace(path(name));
        EXPECT_TRUE(trace.take(program.bytes));
        EXPECT_TRUE(trace.finish());
        return trace.path();
    }

    static std::shared_ptr<const Session> open(const std::string& path) {
        const auto session = openSession(path, {});
        EXPECT_TRUE(session) << session.error().message;
        return session ? *session : nullptr;
    }

    std::string m_folder;
};

TEST_F(ProcessTraceTest, WritesKinetosDialect) {
    EXPECT_TRUE(test::matchesGolden("record/small_program.json",
                                    contentOf(write(smallProgram(), "small.json"))));
}

TEST_F(ProcessTraceTest, IsReadWithoutIssuesInEveryCompression) {
    for (const char* name : {"a.json", "a.json.gz", "a.json.zst"}) {
        const auto session = open(write(smallProgram(), name));
        ASSERT_NE(session, nullptr);
        const Trace& trace = *session->trace;
        EXPECT_TRUE(trace.issues().empty()) << name;
        EXPECT_EQ(trace.gpuActivities().size(), 3U);
        ASSERT_EQ(trace.facts().devices.size(), 1U);
        EXPECT_EQ(trace.facts().devices[0].sms, 132);
        EXPECT_EQ(trace.syncFacts().size(), 2U);
        EXPECT_EQ(trace.memoryEvents().size(), 2U);
    }
}

TEST_F(ProcessTraceTest, SaysWhatAWaitWaitsFor) {
    const auto session = open(write(smallProgram(), "waits.json"));
    ASSERT_NE(session, nullptr);
    const auto& syncs = session->trace->syncFacts();
    const SyncFacts& wait = syncs.values()[0];
    EXPECT_EQ(session->trace->text(wait.kind), "Stream Wait Event");
    EXPECT_EQ(wait.stream, 7);
    EXPECT_EQ(wait.waitOnStream, 13);
    EXPECT_EQ(wait.waitOnEventRecordCorrelation, 5);
}

// The latest record counts, and the mean of a call is written.
TEST_F(ProcessTraceTest, SaysWhatStacksCost) {
    RecordedProcess program = smallProgram();
    for (const auto& [time, calls] : {std::pair(9'000, 1), std::pair(30'001, 4)}) {
        record::StackCostRecord cost;
        cost.time = time;
        cost.calls = static_cast<std::uint64_t>(calls);
        program.add(cost);
    }
    const auto session = open(write(program, "stacks.json"));
    ASSERT_NE(session, nullptr);
    const TraceFacts& facts = session->trace->facts();
    EXPECT_EQ(facts.withStack, true);
    EXPECT_THAT(facts.metadata,
                ::testing::Contains(std::pair(std::string("stack_cost_ns"), std::string("7500"))));
    EXPECT_TRUE(session->trace->issues().empty());
}

TEST_F(ProcessTraceTest, ImpossibleCostsOfStacksAreNone) {
    RecordedProcess program = smallProgram();
    record::StackCostRecord cost;
    cost.time = std::numeric_limits<std::int64_t>::min();
    cost.calls = std::numeric_limits<std::uint64_t>::max();
    program.add(cost);
    EXPECT_THAT(contentOf(write(program, "stacks.json")),
                ::testing::HasSubstr("\"stack_cost_ns\": 0"));
}

TEST_F(ProcessTraceTest, TakesBytesInPiecesOfAnySize) {
    const RecordedProcess program = smallProgram();
    const std::string whole = contentOf(write(program, "whole.json"));
    for (const std::size_t piece : {1U, 7U, 64U, 1000U}) {
        ProcessTrace trace(path("pieces.json"));
        for (std::size_t at = 0; at < program.bytes.size(); at += piece) {
            const std::span<const std::byte> all(program.bytes);
            ASSERT_TRUE(trace.take(all.subspan(at, std::min(piece, all.size() - at))));
        }
        ASSERT_TRUE(trace.finish());
        EXPECT_EQ(contentOf(trace.path()), whole) << piece;
    }
}

// A writer that is killed leaves what it had flushed.
TEST_F(ProcessTraceTest, CanBeReadWithoutItsEnd) {
    for (const char* name : {"cut.json", "cut.json.gz", "cut.json.zst"}) {
        ProcessTrace trace(path(name));
        ASSERT_TRUE(trace.take(smallProgram().bytes));
        ASSERT_TRUE(trace.flush());
        const auto session = open(trace.path());
        ASSERT_NE(session, nullptr) << name;
        EXPECT_EQ(session->trace->gpuActivities().size(), 3U) << name;
        EXPECT_EQ(session->trace->facts().devices.size(), 1U) << name;
    }
}

// CUPTI describes a GPU after its first kernels where several threads fill buffers.
TEST_F(ProcessTraceTest, EstimatesOccupancyOfKernelsBeforeTheirGpu) {
    RecordedProcess program;
    program.text(1, "cudaLaunchKernel_v7000");
    program.text(2, "_Z3addPfi");
    program.call(1, 2, 3, 4);
    program.kernel(2, 2, 5, 6);
    program.device();
    EXPECT_THAT(contentOf(write(program, "late.json")),
                HasSubstr("\"est. achieved occupancy %\": 63"));
}

// CUPTI takes cudaEventQuery for a wait; a program may ask a million times.
TEST_F(ProcessTraceTest, LeavesOutWaitsOfCallsThatAreNotRecorded) {
    RecordedProcess program;
    program.text(1, "cudaLaunchKernel_v7000");
    program.call(1, 2, 3, 4);
    program.sync(record::SyncKind::Event, 9, 5, 6, 7, 31);
    EXPECT_THAT(contentOf(write(program, "query.json")), Not(HasSubstr("cuda_sync")));
}

// Buffers are flushed by several threads at once.
TEST_F(ProcessTraceTest, KeepsTheProfilersWorkOfThreadsApart) {
    RecordedProcess program;
    program.text(1, "cudaLaunchKernel_v7000");
    program.text(2, "Buffer Flush");
    program.call(1, 2, 3, 4);
    record::OverheadRecord overhead;
    overhead.name = 2;
    for (const std::uint32_t thread : {31U, 32U, record::kNone}) {
        overhead.start = RecordedProcess::at(10.0 + thread % 7);
        overhead.end = RecordedProcess::at(30.0 + thread % 7);
        overhead.thread = thread;
        program.add(overhead);
    }
    const auto session = open(write(program, "overheads.json"));
    ASSERT_NE(session, nullptr);
    EXPECT_TRUE(session->trace->issues().empty());
    EXPECT_THAT(contentOf(path("overheads.json")), HasSubstr("overhead in thread 32"));
}

TEST_F(ProcessTraceTest, KeepsRangesThatNeverEnd) {
    RecordedProcess program;
    program.text(1, "cudaLaunchKernel_v7000");
    program.range(record::RangePhase::Push, 1, "outer");
    program.range(record::RangePhase::Push, 2, "inner");
    program.call(1, 2, 3, 4);
    const auto session = open(write(program, "open.json"));
    ASSERT_NE(session, nullptr);
    EXPECT_EQ(session->trace->slices().size(), 3U);
}

TEST_F(ProcessTraceTest, FillsAFileUpToItsLimitAndNoFurther) {
    constexpr std::uint64_t kLimit = 300'000;
    RecordedProcess program;
    program.device();
    program.text(1, "cudaLaunchKernel_v7000");
    program.text(2, "tiny");
    for (std::uint32_t at = 1; at <= 60'000; ++at) {
        program.call(1, at, at * 10.0, at * 10.0 + 3);
        program.kernel(2, at, at * 10.0 + 5, at * 10.0 + 9);
    }
    for (const char* name : {"full.json", "full.json.gz", "full.json.zst"}) {
        ProcessTrace trace(path(name), kLimit);
        EXPECT_FALSE(trace.isFull());
        EXPECT_TRUE(trace.take(program.bytes));
        EXPECT_TRUE(trace.isFull()) << name;
        EXPECT_TRUE(trace.finish());
        EXPECT_LE(std::filesystem::file_size(path(name)), kLimit) << name;
        EXPECT_GE(std::filesystem::file_size(path(name)), kLimit * 8 / 10) << name;
        EXPECT_TRUE(open(path(name))->trace->issues().empty()) << name;
    }
}

TEST_F(ProcessTraceTest, WritesNoFileWhereNothingWasRecorded) {
    RecordedProcess program;
    program.device();
    record::FailureRecord failure;
    program.add(failure, "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35)");
    ProcessTrace trace(path("nothing.json"));
    ASSERT_TRUE(trace.take(program.bytes));
    ASSERT_TRUE(trace.finish());
    EXPECT_FALSE(std::filesystem::exists(trace.path()));
    EXPECT_EQ(trace.events().failure(), "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35)");
}

TEST_F(ProcessTraceTest, RefusesBytesThatAreNoRecords) {
    ProcessTrace trace(path("no.json"));
    const std::vector<std::byte> noise(64, std::byte{0x77});
    const Result<void> taken = trace.take(noise);
    ASSERT_FALSE(taken);
    EXPECT_EQ(taken.error().code, ErrorCode::Corrupt);
    EXPECT_THAT(taken.error().message, HasSubstr("of two builds"));
}

TEST_F(ProcessTraceTest, SaysWhyItCannotWrite) {
    ProcessTrace trace(path("no_such_folder/a.json"));
    ASSERT_TRUE(trace.take(smallProgram().bytes));
    const Result<void> finished = trace.finish();
    ASSERT_FALSE(finished);
    EXPECT_THAT(finished.error().message, HasSubstr("no_such_folder/a.json: No such file"));
}

// What a fuzzer found: a damaged record whose times are further apart than 64 bits count.
TEST_F(ProcessTraceTest, ImpossibleTimesGiveAnEvent) {
    std::string text;
    {
        constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
        record::EventText event(text, 'X');
        event.span(kFirst, std::numeric_limits<std::int64_t>::max());
    }
    EXPECT_THAT(text, HasSubstr(R"("ts": -9223372036854775.808, "dur": 0.000)"));
}

}  // namespace
}  // namespace gaplight
