// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/queue_state.h"

#include <gtest/gtest.h>

#include "core/analysis/gpu/gpu_activity.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

TimeRange range(std::int64_t begin, std::int64_t end) {
    return {timeFromNs(begin), timeFromNs(end)};
}

TEST(QueueState, EmptyIsAskedOfTheStreamAtTheStartOfTheCall) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    const auto one = t.stream(0, 7);
    const auto other = t.stream(0, 20);
    t.kernel(one, {100, 200}, t.launch(host, {10, 20}));
    t.kernel(one, {210, 300}, t.launch(host, {199, 205}));    // one is still running
    t.kernel(other, {320, 330}, t.launch(host, {250, 260}));  // nothing on this stream so far
    t.kernel(one, {340, 350}, t.launch(host, {300, 310}));    // ends as the call starts
    t.kernel(one, {360, 370});                                // no launch known
    const auto trace = t.trace();
    const LaunchIndex launches = LaunchIndex::build(*trace);
    const auto devices = activitiesByDevice(*trace, launches);
    EXPECT_EQ(queueEmptyLaunches(*trace, launches, devices.front().byStart),
              (std::vector<bool>{true, false, true, true, false}));
}

TEST(QueueState, FullQueueIsWhatTheProfilerSays) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.slice(host, {100, 200}, "overhead", "Command Buffer Full");
    t.slice(host, {150, 300}, "overhead", "Command Buffer Full");
    t.slice(host, {400, 500}, "overhead", "Command Buffer Full");
    t.slice(host, {600, 700}, "overhead", "Activity Buffer Request");
    t.slice(host, {800, 900}, "cpu_op", "Command Buffer Full");
    const auto ranges = fullQueueRanges(*t.trace());
    ASSERT_EQ(ranges.size(), 2U);
    EXPECT_EQ(ranges[0], range(100, 300));
    EXPECT_EQ(ranges[1], range(400, 500));
    EXPECT_TRUE(overlapsAny(ranges, range(0, 101)));
    EXPECT_TRUE(overlapsAny(ranges, range(299, 400)));
    EXPECT_FALSE(overlapsAny(ranges, range(0, 100)));
    EXPECT_FALSE(overlapsAny(ranges, range(300, 400)));
    EXPECT_FALSE(overlapsAny(ranges, range(500, 900)));
    EXPECT_FALSE(overlapsAny({}, range(0, 900)));
}

}  // namespace
}  // namespace gaplight
