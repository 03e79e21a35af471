// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/queue_state.h"

#include <gtest/gtest.h>

#include "core/analysis/gpu/gpu_activity.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

std::string textOf(const QueueLead& lead) {
    std::string text;
    for (std::size_t at = 0; at < lead.times.size(); ++at) {
        text += std::to_string(ns(lead.times[at])) + ":" + std::to_string(ns(lead.lead[at])) + " ";
    }
    return text;
}

QueueLead leadOf(const test::TraceDsl& t, std::size_t maxPoints = kMaxLeadPoints) {
    const auto trace = t.trace();
    const LaunchIndex launches = LaunchIndex::build(*trace);
    const auto devices = activitiesByDevice(*trace, launches);
    return queueLead(*trace, launches, devices.front().byStart, maxPoints);
}

// The host launches twice before the GPU begins, then the queue runs empty.
TEST(QueueLead, GrowsWithEachLaunchAndEndsWhereTheLastWorkBegins) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    const auto one = t.stream(0, 7);
    const auto other = t.stream(0, 20);
    t.kernel(one, {100, 200}, t.launch(host, {10, 20}));
    t.kernel(one, {200, 300}, t.launch(host, {30, 40}));
    t.kernel(other, {60, 70}, t.launch(host, {50, 55}));  // another stream is ahead
    t.kernel(one, {500, 510}, t.launch(host, {400, 410}));
    EXPECT_EQ(textOf(leadOf(t)), "10:90 30:170 50:150 200:0 400:100 500:0 ");
}

TEST(QueueLead, ThinsOutToTheExtremesOfEachInterval) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (std::int64_t at = 0; at < 1000; ++at) {
        const std::int64_t begin = at * 100;
        t.kernel(stream, {begin + 20 + at % 7, begin + 60}, t.launch(host, {begin, begin + 10}));
    }
    const QueueLead all = leadOf(t);
    const QueueLead few = leadOf(t, 100);
    EXPECT_EQ(all.times.size(), 2000U);
    EXPECT_LE(few.times.size(), 100U);
    EXPECT_GE(few.times.size(), 90U);
    EXPECT_TRUE(std::is_sorted(few.times.begin(), few.times.end()));
    EXPECT_EQ(*std::max_element(few.lead.begin(), few.lead.end()), Duration(26));
    EXPECT_EQ(*std::min_element(few.lead.begin(), few.lead.end()), Duration(0));
}

TEST(QueueLead, IsEmptyWithoutLaunches) {
    test::TraceDsl t;
    t.kernel(t.stream(0, 7), {100, 200});
    EXPECT_TRUE(leadOf(t).empty());
}

}  // namespace
}  // namespace gaplight
