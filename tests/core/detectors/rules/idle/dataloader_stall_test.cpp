// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kInProcess = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__";
constexpr const char* kWorkers = "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__";

TEST(DataloaderStall, FindsALoaderInTheTrainingProcess) {
    const Detected train("train_sync_pageable");
    ASSERT_EQ(train.of("dataloader-stall").size(), 1U);
    const Finding stall = train.of("dataloader-stall").front();
    EXPECT_EQ(stall.count, 3U);
    EXPECT_EQ(stall.perStep, 1);
    EXPECT_EQ(stall.severity, Severity::Critical);
    EXPECT_GT(stall.cost.gpuIdle, std::chrono::milliseconds(105));
    EXPECT_LT(stall.cost.gpuIdle, std::chrono::milliseconds(113));
    EXPECT_EQ(stall.values.text("function"), "__getitem__");
    EXPECT_EQ(stall.values.text("frame"), "cap_torch.py(148): __getitem__");
    EXPECT_EQ(stall.values.caseOf("fix"), "background");
    EXPECT_EQ(stall.values.text("workers"), "3");
    EXPECT_TRUE(evidenceExists(train.session(), stall));
}

TEST(DataloaderStall, IsSilentWhereWorkersKeepUp) {
    const Detected train("train_workers_pinned");
    EXPECT_TRUE(train.of("dataloader-stall").empty());
    EXPECT_TRUE(train.notApplicable("dataloader-stall").empty());  // it has a loader
}

TEST(DataloaderStall, NeedsALoader) {
    EXPECT_THAT(Detected("resnet18_eager").notApplicable("dataloader-stall"),
                HasSubstr("no data loader"));
}

// Steps of 1 ms: load, launch at 510 µs; the GPU works until `busyUntilUs` of the next step.
TraceDsl training(const std::string& loader, std::int64_t loadUs, std::int64_t busyUntilUs) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t step = 0; step < 4; ++step) {
        const std::int64_t at = step * 1000 * kUs;
        dsl.annotation(host, {at, at + 990 * kUs}, "ProfilerStep#" + std::to_string(step));
        dsl.annotation(host, {at + 1 * kUs, at + (1 + loadUs) * kUs}, loader);
        dsl.kernel(stream, {at + 520 * kUs, at + (1000 + busyUntilUs) * kUs},
                   dsl.launch(host, {at + 510 * kUs, at + 515 * kUs}));
    }
    return dsl;
}

TEST(DataloaderStall, Texts) {
    EXPECT_TRUE(matchesGolden("findings/rules/dataloader-stall.txt",
                              textOf("dataloader-stall", {"train_sync_pageable"})));
}

TEST(DataloaderStall, TellsWorkersFromLoadingInTheProcess) {
    const auto one = Detected(training(kInProcess, 500, 0)).of("dataloader-stall");
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(one[0].count, 3U);
    EXPECT_EQ(one[0].values.caseOf("fix"), "background");
    const auto many = Detected(training(kWorkers, 500, 0)).of("dataloader-stall");
    ASSERT_EQ(many.size(), 1U);
    EXPECT_EQ(many[0].values.caseOf("fix"), "workers");
}

// One load for which two GPUs wait is a finding of each.
TEST(DataloaderStall, CountsALoadForEveryGpu) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    for (const int gpu : {0, 1}) {
        const auto stream = dsl.stream(gpu, 7);
        const std::int64_t at = gpu * 10 * kUs;
        dsl.kernel(stream, {20 * kUs, 30 * kUs}, dsl.launch(host, {at, at + 5 * kUs}));
        dsl.kernel(stream, {530 * kUs, 540 * kUs},
                   dsl.launch(host, {at + 505 * kUs, at + 510 * kUs}));
    }
    dsl.python(host, {25 * kUs, 500 * kUs}, kInProcess);
    const auto stalls = Detected(dsl).of("dataloader-stall");
    ASSERT_EQ(stalls.size(), 2U);
    for (const Finding& stall : stalls) {
        EXPECT_EQ(stall.values.get<Duration>("fetch"), Duration(475 * kUs));
        EXPECT_EQ(stall.values.get<std::int64_t>("fetches"), 1);
    }
}

TEST(DataloaderStall, CountsOnlyLoadingWhileTheGpuIsIdle) {
    // Busy until 480 of 520 µs: gaps of 40 µs are too short to look at.
    EXPECT_TRUE(Detected(training(kInProcess, 500, 480)).of("dataloader-stall").empty());
    // Loading fills less than half of the gap: something else does.
    EXPECT_TRUE(Detected(training(kInProcess, 100, 0)).of("dataloader-stall").empty());
    // Loading in a quarter of a gap that begins late.
    const auto part = Detected(training(kInProcess, 500, 200)).of("dataloader-stall");
    ASSERT_EQ(part.size(), 1U);
    EXPECT_EQ(part[0].cost.gpuIdle.count(), 3 * 301 * kUs);
}

TEST(DataloaderStall, HasThresholds) {
    const TraceDsl dsl = training(kInProcess, 500, 0);
    EXPECT_TRUE(Detected(dsl, {"dataloader-stall.min_gap=1ms"}).of("dataloader-stall").empty());
    EXPECT_TRUE(Detected(dsl, {"dataloader-stall.min_share=50%"}).of("dataloader-stall").empty());
}

}  // namespace
}  // namespace gaplight::test
