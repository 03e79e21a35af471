// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/startup/first_uploads.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/analysis/replay/replay.h"
#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::kMs;
using test::kUs;
using test::TraceDsl;

// What makes or waits for the copies of the kind Upload.
std::vector<std::string> uploadsOf(const Analyzed& result) {
    std::vector<std::string> names;
    for (const FirstUseCall& call : result.analysis.firstUse.calls()) {
        if (call.kind == FirstUseKind::Upload) {
            names.emplace_back(result.trace->name(call.slice));
        }
    }
    return names;
}

using Names = std::vector<std::string>;

// A process that allocates, copies data to its GPU, and then computes.
class FirstUploadsOf : public ::testing::Test {
protected:
    void allocate(std::int64_t at) { m_dsl.call(m_host, {at, at + 50 * kUs}, "cudaMalloc"); }
    // A copy from pageable memory, for which the call waits.
    void upload(std::int64_t at, std::int64_t length, const char* call = "cudaMemcpyAsync") {
        m_dsl.memcpy(m_stream, {at + 10 * kUs, at + length - 10 * kUs},
                     m_dsl.call(m_host, {at, at + length}, call));
    }
    void kernels(std::int64_t from, int count) {
        for (int i = 0; i < count; ++i) {
            const std::int64_t at = from + i * 100 * kUs;
            m_dsl.kernel(m_stream, {at + 10 * kUs, at + 60 * kUs},
                         m_dsl.launch(m_host, {at, at + 5 * kUs}));
        }
    }
    // Two uploads of 5 ms, one of them with a wait behind, and kernels from 25 ms on.
    void startUp() {
        allocate(0);
        upload(kMs, 5 * kMs);
        m_dsl.call(m_host, {6 * kMs, 6'100 * kUs}, "cudaStreamSynchronize");
        upload(16 * kMs, 5 * kMs, "cudaMemcpy");
        kernels(25 * kMs, 10);
    }

    TraceDsl m_dsl;
    TraceDsl::Track m_host = m_dsl.thread("main");
    TraceDsl::Track m_stream = m_dsl.stream(0, 7);
};

TEST_F(FirstUploadsOf, ACopyBeforeTheFirstKernelAndTheWaitForIt) {
    startUp();
    const Analyzed result(m_dsl);
    EXPECT_EQ(uploadsOf(result), (Names{"cudaMemcpyAsync", "cudaStreamSynchronize", "cudaMemcpy"}));
    ASSERT_EQ(result.analysis.firstUse.uploads().size(), 2U);
    const FirstUpload& first = result.analysis.firstUse.uploads()[0];
    EXPECT_EQ(result.trace->name(first.copy), "Memcpy HtoD (Pageable -> Device)");
    EXPECT_TRUE(result.analysis.firstUse.isUpload(first.call));
}

// Ten milliseconds in which the host prepares what it copies next.
TEST_F(FirstUploadsOf, ExplainTheGapsBeforeThem) {
    startUp();
    const Analyzed result(m_dsl);
    const auto& gaps = result.device().gaps;
    ASSERT_GE(gaps.size(), 2U);
    EXPECT_EQ(result.device().gapReason[0], GapReasonKind::FirstUse);
    EXPECT_NE(result.device().gapReason[1], GapReasonKind::FirstUse)
        << "the host builds something before the first kernel, and copies nothing";
}

TEST_F(FirstUploadsOf, TheirTimeIsInNoReplay) {
    startUp();
    const Analyzed result(m_dsl);
    const Replay replay = Replay::build(*result.trace, result.launches, result.analysis);
    const WarmReplay warm(replay, *result.trace, result.analysis);
    // Both copies, but not the pauses of 10 and 4 ms.
    EXPECT_LE(warm.replayedWindow(), replay.replayedWindow() - Duration(9'800 * kUs));
    EXPECT_GE(warm.replayedWindow(), Duration(14 * kMs));
}

TEST_F(FirstUploadsOf, WithoutAKernelTheCopiesAreTheProgram) {
    allocate(0);
    upload(kMs, 5 * kMs);
    upload(16 * kMs, 5 * kMs);
    EXPECT_EQ(uploadsOf(Analyzed(m_dsl)), Names{});
}

// A capture that begins in the middle of a run.
TEST_F(FirstUploadsOf, WithoutAnAllocationBeforeItACopyIsTheInputOfAStep) {
    upload(kMs, 5 * kMs);
    allocate(7 * kMs);
    kernels(25 * kMs, 10);
    EXPECT_EQ(uploadsOf(Analyzed(m_dsl)), Names{});
}

TEST_F(FirstUploadsOf, ACopyInAStepIsTheInputOfTheStep) {
    allocate(0);
    m_dsl.annotation(m_host, {100 * kUs, 40 * kMs}, "ProfilerStep#1");
    upload(kMs, 5 * kMs);
    kernels(25 * kMs, 10);
    EXPECT_EQ(uploadsOf(Analyzed(m_dsl)), Names{});
}

TEST_F(FirstUploadsOf, WhatIsCopiedAgainIsTheProgram) {
    startUp();
    upload(40 * kMs, 3 * kMs);
    kernels(45 * kMs, 10);
    EXPECT_EQ(uploadsOf(Analyzed(m_dsl)), Names{});
}

TEST_F(FirstUploadsOf, WeightsAreNotTheBatchesOfTheSteps) {
    allocate(0);
    upload(kMs, 15 * kMs);
    for (int i = 0; i < 4; ++i) {
        const std::int64_t at = (20 + i * 10) * kMs;
        m_dsl.annotation(m_host, {at, at + 10 * kMs}, "ProfilerStep#" + std::to_string(i));
        upload(at + 100 * kUs, kMs);
        kernels(at + 2 * kMs, 50);
    }
    EXPECT_EQ(uploadsOf(Analyzed(m_dsl)), Names{"cudaMemcpyAsync"});
}

TEST_F(FirstUploadsOf, LessThanAMillisecondIsNotNamed) {
    allocate(0);
    upload(kMs, 900 * kUs);
    kernels(25 * kMs, 10);
    EXPECT_EQ(uploadsOf(Analyzed(m_dsl)), Names{});
}

}  // namespace
}  // namespace gaplight
