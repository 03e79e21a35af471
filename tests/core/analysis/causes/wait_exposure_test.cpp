// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/wait_exposure.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

std::vector<WaitExposure> exposuresOf(const test::TraceDsl& dsl) {
    const test::Analyzed made(dsl);
    return waitExposures(*made.trace, made.analysis, StepIndex(made.analysis.steps));
}

struct Host {
    test::TraceDsl dsl;
    test::TraceDsl::Track thread = dsl.thread("main");
    test::TraceDsl::Track stream = dsl.stream(0, 7);

    void kernel(std::int64_t launch, test::Span span) {
        dsl.kernel(stream, span, dsl.launch(thread, {launch, launch + 5}));
    }
    void wait(std::int64_t begin, std::int64_t end) {
        dsl.call(thread, {begin, end}, "cudaStreamSynchronize");
    }
};

TEST(WaitExposure, HoldsAGapAgainstTheWaitThatDrainedTheQueue) {
    Host host;
    host.kernel(0, {10, 1000});
    host.wait(20, 1000);
    host.kernel(1200, {1210, 1300});
    const auto exposures = exposuresOf(host.dsl);
    ASSERT_EQ(exposures.size(), 1U);
    EXPECT_EQ(exposures[0].idle.count(), 210);
    ASSERT_EQ(exposures[0].gaps.size(), 1U);
}

// A wait of 20 ns in front of 10 µs of other work does not cost 10 µs.
TEST(WaitExposure, NeverExceedsWhatTheWaitLasted) {
    Host host;
    host.kernel(0, {10, 100});
    host.wait(90, 110);
    host.kernel(10'100, {10'110, 10'200});
    const auto exposures = exposuresOf(host.dsl);
    ASSERT_EQ(exposures.size(), 1U);
    EXPECT_EQ(exposures[0].idle.count(), 20);
    EXPECT_TRUE(exposures[0].gaps.empty());
}

// After a long wait the host has no lead left: what the short ones after it expose is its doing.
TEST(WaitExposure, GoesBackToTheLongWaitBefore) {
    Host host;
    host.kernel(0, {10, 5000});
    host.wait(20, 5000);
    host.kernel(5100, {5110, 5200});
    host.wait(5190, 5205);
    host.kernel(5400, {5410, 5500});
    const auto exposures = exposuresOf(host.dsl);
    ASSERT_EQ(exposures.size(), 2U);
    EXPECT_EQ(exposures[0].idle.count(), 110 + 210);
    EXPECT_EQ(exposures[0].gaps.size(), 2U);
    EXPECT_EQ(exposures[1].idle.count(), 0);
}

TEST(WaitExposure, SpendsEachWaitOnce) {
    Host host;
    host.kernel(0, {10, 250});
    host.wait(30, 250);  // 220 long
    host.kernel(350, {360, 400});
    host.wait(390, 402);
    host.kernel(540, {550, 600});
    const auto exposures = exposuresOf(host.dsl);
    ASSERT_EQ(exposures.size(), 2U);
    EXPECT_EQ(exposures[0].idle.count(), 110);  // of 220; 150 more do not fit
    EXPECT_EQ(exposures[1].idle.count(), 12);
}

TEST(WaitExposure, CountsCallsThatTheHostMakesWhileTheGpuIsIdleAnyway) {
    Host host;
    host.kernel(0, {10, 100});
    host.wait(5000, 5030);  // the queue ran dry long before
    host.kernel(9000, {9010, 9100});
    const auto exposures = exposuresOf(host.dsl);
    ASSERT_EQ(exposures.size(), 1U);
    EXPECT_EQ(exposures[0].idle.count(), 30);
    EXPECT_TRUE(exposures[0].gaps.empty());
}

TEST(WaitExposure, LeavesOtherThreadsAlone) {
    Host host;
    const auto other = host.dsl.thread("other");
    host.dsl.call(other, {20, 1000}, "cudaStreamSynchronize");
    host.kernel(0, {10, 1000});
    host.kernel(1200, {1210, 1300});
    const auto exposures = exposuresOf(host.dsl);
    ASSERT_EQ(exposures.size(), 1U);
    EXPECT_EQ(exposures[0].idle.count(), 0);
}

}  // namespace
}  // namespace gaplight
