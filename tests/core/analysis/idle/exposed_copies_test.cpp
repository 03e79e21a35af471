// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/exposed_copies.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::TraceDsl;

CopyExposure exposureOf(const Analyzed& result) {
    return copyExposure(*result.trace, result.launches, CopyKinds(*result.trace),
                        result.device().byStart, result.device().gaps);
}

constexpr const char* kUp = "Memcpy HtoD (Pinned -> Device)";

TEST(ExposedCopies, TimeWithoutAKernel) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto compute = t.stream(0, 7);
    const auto side = t.stream(0, 13);
    t.kernel(compute, {1000, 2000}, t.launch(host, {0, 10}));
    t.memcpy(side, {1500, 2400}, t.call(host, {20, 30}, "cudaMemcpyAsync"), kUp);
    t.kernel(compute, {2500, 3000}, t.launch(host, {40, 50}));
    const Analyzed result(t);
    const CopyExposure exposure = exposureOf(result);
    ASSERT_EQ(exposure.copies.size(), 1U);
    EXPECT_EQ(exposure.copies[0].exposed, Duration(400));
    EXPECT_EQ(exposure.copies[0].waited, Duration(400));
    EXPECT_TRUE(exposure.copies[0].ownStream);
    EXPECT_EQ(exposure.exposed, Duration(400));
    EXPECT_EQ(exposure.copied, Duration(900));
    EXPECT_EQ(exposure.kernels, Duration(1500));
}

TEST(ExposedCopies, NothingWaitsBehindACopyBeforeTheHostLaunches) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {100, 200}, t.launch(host, {0, 10}));
    t.memcpy(stream, {1000, 1100}, t.call(host, {900, 910}, "cudaMemcpyAsync"), kUp);
    t.kernel(stream, {1200, 1300}, t.launch(host, {1060, 1070}));
    t.memcpy(stream, {2000, 2100}, t.call(host, {1900, 1910}, "cudaMemcpyAsync"), kUp);
    t.kernel(stream, {2200, 2300}, t.launch(host, {2150, 2160}));
    t.memcpy(stream, {3000, 3100}, t.call(host, {2900, 2910}, "cudaMemcpyAsync"), kUp);
    const Analyzed result(t);
    const CopyExposure exposure = exposureOf(result);
    ASSERT_EQ(exposure.copies.size(), 3U);
    EXPECT_EQ(exposure.copies[0].exposed, Duration(100));
    EXPECT_EQ(exposure.copies[0].waited, Duration(40));
    EXPECT_FALSE(exposure.copies[0].ownStream);
    EXPECT_EQ(exposure.copies[1].waited, Duration(0));
    EXPECT_EQ(exposure.copies[2].waited, Duration(0)) << "no kernel follows";
    EXPECT_EQ(exposure.exposed, Duration(300));
}

TEST(ExposedCopies, WhatLiesBetweenKernelsBesideACopyWaitsForNothing) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto compute = t.stream(0, 7);
    t.kernel(compute, {1000, 1100}, t.launch(host, {0, 10}));
    t.memcpy(t.stream(0, 13), {1050, 1500}, t.call(host, {20, 30}, "cudaMemcpyAsync"), kUp);
    t.kernel(compute, {1120, 1300}, t.launch(host, {40, 50}));
    t.kernel(compute, {1310, 1490}, t.launch(host, {60, 70}));
    t.kernel(compute, {1510, 1600}, t.launch(host, {80, 90}));
    const Analyzed result(t);
    const CopyExposure exposure = exposureOf(result);
    ASSERT_EQ(exposure.copies.size(), 1U);
    EXPECT_EQ(exposure.copies[0].exposed, Duration(40));
    EXPECT_EQ(exposure.copies[0].waited, Duration(10));
}

// What the GPU idles for want of launches until the next copy it would idle longer without this
// one.
TEST(ExposedCopies, HoldsNothingUpThatTheGpuHasTimeFor) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    // Both kernels wait for their copies, but behind the first one the GPU idles for 70.
    t.memcpy(stream, {1000, 1100}, t.call(host, {900, 910}, "cudaMemcpyAsync"), kUp);
    t.kernel(stream, {1100, 1200}, t.launch(host, {920, 930}));
    t.kernel(stream, {1270, 2000}, t.launch(host, {1250, 1260}));
    t.memcpy(stream, {2000, 2100}, t.call(host, {1300, 1310}, "cudaMemcpyAsync"), kUp);
    t.kernel(stream, {2100, 2200}, t.launch(host, {1320, 1330}));
    t.kernel(stream, {2240, 2300}, t.launch(host, {1340, 1350}));
    const Analyzed result(t);
    const CopyExposure exposure = exposureOf(result);
    ASSERT_EQ(exposure.copies.size(), 2U);
    EXPECT_EQ(exposure.copies[0].waited, Duration(100));
    EXPECT_EQ(exposure.copies[0].held, Duration(30));
    EXPECT_EQ(exposure.copies[1].held, Duration(100)) << "a gap on the GPU's side is no slack";
}

TEST(ExposedCopies, TwoAtOnceCountOnce) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.memcpy(t.stream(0, 7), {1000, 1500}, t.call(host, {0, 10}, "cudaMemcpyAsync"), kUp);
    t.memcpy(t.stream(0, 13), {1200, 1800}, t.call(host, {20, 30}, "cudaMemcpyAsync"),
             "Memcpy DtoH (Device -> Pinned)");
    t.memcpy(t.stream(0, 13), {1900, 2800}, t.call(host, {40, 50}, "cudaMemcpyAsync"),
             "Memcpy DtoD (Device -> Device)");
    const Analyzed result(t);
    const CopyExposure exposure = exposureOf(result);
    ASSERT_EQ(exposure.copies.size(), 2U) << "a copy within the GPU is its work";
    EXPECT_EQ(exposure.copies[0].exposed, Duration(500));
    EXPECT_EQ(exposure.copies[1].exposed, Duration(300));
    EXPECT_EQ(exposure.exposed, Duration(800));
    EXPECT_EQ(exposure.copied, Duration(800));
}

}  // namespace
}  // namespace gaplight
