// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/launch_delay.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::TraceDsl;

TEST(LaunchDelay, IntoAnEmptyQueueAndIntoABusyOne) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {20, 100}, t.launch(host, {0, 10}));      // first of its stream: 10
    t.kernel(stream, {100, 200}, t.launch(host, {30, 40}));    // queued: 60
    t.kernel(stream, {230, 240}, t.launch(host, {200, 205}));  // as the queue runs dry: 25
    t.kernel(stream, {300, 310}, t.launch(host, {290, 303}));  // before the call returned: -3
    const LaunchDelayTotals delays = Analyzed(t).device().launchDelays;
    EXPECT_EQ(delays.queueEmpty.count, 3U);
    EXPECT_EQ(delays.queueEmpty.p50, Duration(10));
    EXPECT_EQ(delays.queueEmpty.p95, Duration(25));
    EXPECT_EQ(delays.queued.count, 1U);
    EXPECT_EQ(delays.queued.p50, Duration(60));
}

TEST(LaunchDelay, StreamsHaveQueuesOfTheirOwn) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 7), {20, 1'000}, t.launch(host, {0, 10}));
    t.kernel(t.stream(0, 9), {120, 130}, t.launch(host, {100, 115}));
    EXPECT_EQ(Analyzed(t).device().launchDelays.queueEmpty.count, 2U);
}

TEST(LaunchDelay, AnActivityWithoutALaunchKeepsTheQueueBusy) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 9), {0, 10}, t.launch(host, {-20, -10}));
    t.kernel(t.stream(0, 7), {20, 1'000});
    t.kernel(t.stream(0, 7), {1'000, 1'100}, t.launch(host, {500, 510}));
    const LaunchDelayTotals delays = Analyzed(t).device().launchDelays;
    EXPECT_EQ(delays.queueEmpty.count, 1U);
    EXPECT_EQ(delays.queued.count, 1U);
    EXPECT_EQ(delays.queued.p50, Duration(490));
}

TEST(LaunchDelay, OfTwoTheFiftiethPercentileIsTheUpperOne) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 7), {20, 30}, t.launch(host, {0, 10}));
    t.kernel(t.stream(0, 7), {150, 160}, t.launch(host, {100, 110}));
    EXPECT_EQ(Analyzed(t).device().launchDelays.queueEmpty.p50, Duration(40));
}

}  // namespace
}  // namespace gaplight
