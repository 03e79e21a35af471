// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/main_range.h"

#include <gtest/gtest.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::kMs;
using test::TraceDsl;

constexpr std::int64_t kHour = 3'600'000 * kMs;

// 1,000 slices of 1 ms in a second, and `stray` far from them.
TraceDsl second(std::int64_t begin) {
    TraceDsl t;
    const auto host = t.thread("main");
    for (std::int64_t i = 0; i < 1000; ++i) {
        t.op(host, {begin + i * kMs, begin + (i + 1) * kMs}, "work");
    }
    return t;
}

TEST(MainRange, OneStrayEventDoesNotStretchIt) {
    for (const std::int64_t stray : {300 * kHour, -300 * kHour}) {
        TraceDsl t = second(400 * kHour);
        t.op(t.thread("stray"), {400 * kHour + stray, 400 * kHour + stray + 1}, "stray");
        const auto range = mainRange(*t.trace());
        ASSERT_TRUE(range);
        EXPECT_GE(range->begin, timeFromNs(400 * kHour));
        EXPECT_LE(range->end, timeFromNs(400 * kHour + 1000 * kMs));
        EXPECT_GT(range->length(), std::chrono::milliseconds(980));
    }
}

TEST(MainRange, IsTheWholeWhereSlicesAreSpread) {
    EXPECT_FALSE(mainRange(*second(0).trace()));
    EXPECT_FALSE(mainRange(*TraceDsl().trace()));
    TraceDsl few;
    few.op(few.thread("main"), {0, 10}, "a");
    few.op(few.thread("main"), {kHour, kHour + 10}, "b");
    EXPECT_FALSE(mainRange(*few.trace()));
}

TEST(MainRange, BeginsWithTheGpusWork) {
    TraceDsl t;
    const auto host = t.thread("main");
    constexpr std::int64_t kStart = kHour;
    t.op(host, {kStart, kStart + 12'000 * kMs}, "start");
    t.kernel(t.stream(0, 7), {kStart + 11'000 * kMs, kStart + 11'100 * kMs});
    t.kernel(t.stream(1, 7), {kStart + 11'500 * kMs, kStart + 11'800 * kMs});
    const auto range = mainRange(*t.trace());
    ASSERT_TRUE(range);
    EXPECT_EQ(*range,
              (TimeRange{timeFromNs(kStart + 11'000 * kMs), timeFromNs(kStart + 11'800 * kMs)}));
    t.kernel(t.stream(0, 7), {kStart + 2'000 * kMs, kStart + 2'001 * kMs});
    EXPECT_FALSE(mainRange(*t.trace()));
}

// What surrounds two kernels of a microsecond is what such a trace is of.
TEST(MainRange, IsNotThatOfAFewShortKernels) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 30 * kMs}, "cudaStreamBeginCapture");
    t.kernel(t.stream(0, 7), {29 * kMs, 29 * kMs + 1'000});
    t.kernel(t.stream(0, 7), {29 * kMs + 2'000, 29 * kMs + 3'000});
    EXPECT_FALSE(mainRange(*t.trace()));
}

// 1,000 kernels in 10 ms, long after the first one.
TraceDsl kernelsAfterAStrayOne(std::int64_t strayLength) {
    TraceDsl t;
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {0, strayLength});
    for (std::int64_t i = 0; i < 1000; ++i) {
        t.kernel(stream, {460 * kMs + i * 10'000, 460 * kMs + i * 10'000 + 9'000});
    }
    return t;
}

TEST(MainRange, OneStrayKernelDoesNotStretchIt) {
    const auto range = mainRange(*kernelsAfterAStrayOne(1'000).trace());
    ASSERT_TRUE(range);
    EXPECT_GE(range->begin, timeFromNs(460 * kMs));
    EXPECT_GT(range->length(), std::chrono::microseconds(9'800));
}

TEST(MainRange, HoldsNearlyAllTimeOfTheGpu) {
    EXPECT_FALSE(mainRange(*kernelsAfterAStrayOne(kMs).trace()));
}

}  // namespace
}  // namespace gaplight
