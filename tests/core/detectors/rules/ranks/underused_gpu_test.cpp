// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

TEST(UnderusedGpu, NamesWhatFillsMostOfTheIdleTime) {
    const Detected train("train_sync_pageable");
    ASSERT_EQ(train.of("underused-gpu").size(), 1U);
    const Finding use = train.of("underused-gpu").front();
    EXPECT_NEAR(*use.values.share("busy_share"), 0.319, 0.0005);
    EXPECT_EQ(use.values.caseOf("filler"), "data-loader");
    EXPECT_EQ(use.values.caseOf("fix"), "data-loader");
    EXPECT_TRUE(use.edits.empty());
    EXPECT_TRUE(evidenceExists(train.session(), use));
    EXPECT_EQ(Detected("graph_small_before").of("underused-gpu").at(0).values.caseOf("fix"),
              "launch");
}

TEST(UnderusedGpu, IsSilentOnABusyGpu) {
    for (const char* name : {"wan_before_compile", "flux2_before_compile", "sync_large_before",
                             "ddp_straggler_rank0", "memory_growth", "copy_before"}) {
        EXPECT_TRUE(Detected(name).of("underused-gpu").empty()) << name;
    }
}

// Of each ms the GPU works `busyUs`; set-up before the loop leaves it idle for 20 ms.
TraceDsl loopWith(std::int64_t busyUs) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.kernel(stream, {-20'000 * kUs, -19'999 * kUs},
               dsl.launch(host, {-20'010 * kUs, -20'005 * kUs}), "set-up");
    for (std::int64_t step = 0; step < 4; ++step) {
        const std::int64_t at = step * 1000 * kUs;
        dsl.annotation(host, {at, at + 990 * kUs}, "ProfilerStep#" + std::to_string(step));
        dsl.kernel(stream, {at, at + busyUs * kUs}, dsl.launch(host, {at, at + 4 * kUs}));
    }
    return dsl;
}

TEST(UnderusedGpu, LooksAtTheStepsOnly) {
    EXPECT_TRUE(Detected(loopWith(600)).of("underused-gpu").empty());
    const auto idle = Detected(loopWith(300)).of("underused-gpu");
    ASSERT_EQ(idle.size(), 1U);
    EXPECT_EQ(idle[0].values.get<ShareValue>("busy_share"), (ShareValue{1200 * kUs, 3300 * kUs}));
    EXPECT_EQ(idle[0].cost.gpuIdle.count(), 3 * 700 * kUs);
}

TEST(UnderusedGpu, HasAThreshold) {
    EXPECT_EQ(Detected(loopWith(600), {"underused-gpu.limit=80%"}).of("underused-gpu").size(), 1U);
    EXPECT_TRUE(Detected(loopWith(300), {"underused-gpu.limit=30%"}).of("underused-gpu").empty());
}

TEST(UnderusedGpu, PassesOverAGpuThatIsUsedOnTheSide) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto main = dsl.stream(0, 7);
    const auto side = dsl.stream(1, 7);
    for (std::int64_t at = 0; at < 100; ++at) {
        dsl.kernel(main, {at * 100 * kUs, (at * 100 + 90) * kUs});
    }
    dsl.kernel(side, {100 * kUs, 101 * kUs});
    dsl.kernel(side, {9000 * kUs, 9001 * kUs});
    EXPECT_TRUE(Detected(dsl).of("underused-gpu").empty());
}

TEST(UnderusedGpu, Texts) {
    EXPECT_TRUE(
        matchesGolden("findings/rules/underused-gpu.txt",
                      textOf("underused-gpu", {"train_sync_pageable", "graph_small_before"})));
}

// The first names the others, which are its parts.
TEST(UnderusedGpu, IsOneFindingForGpusThatAreAlike) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    for (int device = 0; device < 3; ++device) {
        const auto stream = dsl.stream(device, 7);
        for (std::int64_t step = 0; step < 4; ++step) {
            const std::int64_t at = (step * 1000 + device * 10) * kUs;
            dsl.kernel(stream, {at + 10 * kUs, at + 300 * kUs},
                       dsl.launch(host, {at, at + 4 * kUs}));
        }
    }
    const auto found = Detected(dsl).of("underused-gpu");
    ASSERT_EQ(found.size(), 3U);
    EXPECT_THAT(found[0].title, testing::EndsWith("; the same on 2 other GPUs"));
    EXPECT_FALSE(found[0].partOf);
    for (const std::size_t part : {1U, 2U}) {
        EXPECT_TRUE(found[part].partOf);
        EXPECT_THAT(found[part].title, testing::Not(testing::HasSubstr("other GPU")));
    }
}

}  // namespace
}  // namespace gaplight::test
