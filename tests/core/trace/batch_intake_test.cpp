// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/trace/trace_builder.h"
#include "tests/core/trace/batch_writer.h"
#include "tests/support/checks/trace_dump.h"

namespace gaplight {
namespace {

// All that a batch can hold, some of it impossible.
std::vector<EventBatch> someBatches() {
    std::vector<EventBatch> batches;
    for (std::int64_t number = 0; number < 5; ++number) {
        BatchWriter writer;
        const BatchTrack threads[] = {writer.track("1", "0"), writer.track("1", "1")};
        const BatchTrack main = threads[number % 2];
        const BatchTrack stream = writer.track("0", "7");
        const std::int64_t at = 1000 * number;
        writer.correlate(writer.slice(main, at, 5, "cudaLaunchKernel", "cuda_runtime"), 41);
        writer.slice(main, number == 3 ? std::int64_t{1} << 62U : at + 100, 7, "op");
        const std::uint32_t kernel = writer.slice(stream, at + 10, 90, "gemm", "kernel");
        writer.correlate(kernel, 41);
        writer.batch().gpu.push_back({kernel, 0, 7});
        writer.batch().kernels.push_back({.slice = kernel, .grid = {8, 1, 1}});
        writer.begin(main, at + 200, "half " + std::to_string(number));
        writer.end(main, at + 210);
        writer.async(main, AsyncPhase::Begin, at + 220, "request", "0x1");
        writer.async(main, AsyncPhase::End, at + 230, "request", "0x1");
        writer.flow(main, FlowPhase::Start, at, "1");
        writer.flow(main, FlowPhase::Finish, at + 100, "1");
        writer.batch().instants.push_back(
            {at + 300, writer.text("mark"), {}, main, EventId(static_cast<std::size_t>(at))});
        writer.batch().events = 10;
        batches.push_back(writer.take());
    }
    return batches;
}

TEST(BatchIntake, TakesSeveralBatchesAsItTakesEach) {
    TraceBuilder single;
    for (EventBatch& batch : someBatches()) {
        single.add(std::move(batch));
    }
    TraceBuilder together;
    together.add(SourceId(), someBatches());
    EXPECT_EQ(together.sliceCount(), 15U);
    EXPECT_EQ(together.eventCount(), 50U);
    const std::string expected = test::dump(*single.finish({}));
    EXPECT_NE(expected.find("half 4"), std::string::npos);
    EXPECT_EQ(test::dump(*together.finish({})), expected);
}

TEST(BatchIntake, TakesAFlowsNumberForItsDecimalText) {
    BatchWriter writer;
    const BatchTrack main = writer.track("1", "1");
    writer.slice(main, 0, 10, "a");
    writer.slice(main, 20, 10, "b");
    writer.flow(main, FlowPhase::Start, 0, "17");
    writer.flow(main, FlowPhase::Finish, 20, "other");
    writer.batch().flows.back().number = 17;
    const auto trace = [&] {
        TraceBuilder builder;
        builder.add(writer.take());
        return builder.finish({});
    }();
    ASSERT_EQ(trace->flows().size(), 1U);
    EXPECT_TRUE(trace->issues().empty()) << test::dumpIssues(trace->issues());
}

}  // namespace
}  // namespace gaplight
