// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/wait_exposure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::TraceDsl;

TimeRange range(std::int64_t begin, std::int64_t end) {
    return {timeFromNs(begin), timeFromNs(end)};
}

TEST(IdleOverlap, UnionOfRanges) {
    const auto merged = unionOf(
        {range(50, 60), range(0, 10), range(5, 20), range(20, 30), range(40, 40), range(12, 15)});
    EXPECT_THAT(merged, ::testing::ElementsAre(range(0, 30), range(50, 60)));
    EXPECT_EQ(lengthOf(merged), Duration(40));
    EXPECT_EQ(lengthOf({}), Duration(0));
}

TEST(IdleOverlap, OfGapsInsideRanges) {
    TraceDsl t;
    const auto host = t.thread("main");
    for (const int device : {0, 1}) {
        const auto stream = t.stream(device, 7);
        t.kernel(stream, {100, 200}, t.launch(host, {10 * device, 10 * device + 5}));
        t.kernel(stream, {300, 400}, t.launch(host, {100 + 10 * device, 105 + 10 * device}));
        t.kernel(stream, {450, 500}, t.launch(host, {200 + 10 * device, 205 + 10 * device}));
    }
    const Analyzed result(t);
    const auto idle = [&](std::vector<TimeRange> ranges) {
        return idleInside(result.analysis, ranges);
    };
    // Both GPUs have gaps [200, 300) and [400, 450).
    EXPECT_EQ(idle({range(0, 1000)}), Duration(300));
    EXPECT_EQ(idle({range(250, 420)}), Duration(140));
    EXPECT_EQ(idle({range(210, 220), range(230, 240), range(440, 1000)}), Duration(60));
    EXPECT_EQ(idle({range(300, 400)}), Duration(0));
    EXPECT_EQ(idle({}), Duration(0));
}

}  // namespace
}  // namespace gaplight
