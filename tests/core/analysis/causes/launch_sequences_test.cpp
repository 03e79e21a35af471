// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/launch_sequences.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::PacedTrace;

// Launches these kernels and remembers when.
TimeRange step(PacedTrace& t, const std::vector<std::string>& kernels, int graphs = 0) {
    const std::int64_t begin = t.now;
    for (const std::string& kernel : kernels) {
        t.kernel = kernel;
        t.launch();
    }
    for (int at = 0; at < graphs; ++at) {
        t.graphLaunch(3);
    }
    return {timeFromNs(begin), timeFromNs(t.now)};
}

TEST(LaunchSequences, WithoutWhatGraphsLaunch) {
    PacedTrace t;
    const std::vector<TimeRange> ranges{step(t, {"a", "b"}), step(t, {"a"}, 2)};
    const Analyzed a(t.dsl);
    const auto sequences = launchSequences(*a.trace, a.launches, a.analysis, ranges);
    ASSERT_EQ(sequences.size(), 2U);
    EXPECT_EQ(sequences[0].activities.size(), 2U);
    EXPECT_EQ(sequences[0].graphLaunches, 0U);
    EXPECT_EQ(sequences[1].activities.size(), 1U);
    EXPECT_EQ(sequences[1].graphLaunches, 2U);
    EXPECT_EQ(sequences[1].range, ranges[1]);
}

TEST(LaunchSequences, LargestSetThatIsTheSame) {
    PacedTrace t;
    const std::vector<TimeRange> ranges{step(t, {"a", "b"}), step(t, {"b", "a"}),
                                        step(t, {"a", "b"}), step(t, {"a", "b", "c"}),
                                        step(t, {"a", "b"}), step(t, {"a", "b"}, 1)};
    const Analyzed a(t.dsl);
    const auto sequences = launchSequences(*a.trace, a.launches, a.analysis, ranges);
    EXPECT_EQ(mostRepeated(*a.trace, sequences), (std::vector<std::size_t>{0, 2, 4}));
    EXPECT_TRUE(mostRepeated(*a.trace, {}).empty());
}

TEST(LaunchSequences, InTheOrderOfTheirLaunches) {
    PacedTrace t;
    const auto other = t.dsl.stream(0, 20);
    std::vector<TimeRange> ranges;
    for (const bool laterFirst : {false, true}) {
        const std::int64_t begin = t.now;
        const auto first = t.dsl.launch(t.host, {t.now, t.now + 10});
        const auto second = t.dsl.launch(t.host, {t.now + 20, t.now + 30});
        t.dsl.kernel(t.stream, {t.now + (laterFirst ? 300 : 100), t.now + 310}, first, "a");
        t.dsl.kernel(other, {t.now + 200, t.now + 210}, second, "b");
        t.now += 1'000;
        ranges.push_back({timeFromNs(begin), timeFromNs(t.now)});
    }
    const Analyzed a(t.dsl);
    const auto sequences = launchSequences(*a.trace, a.launches, a.analysis, ranges);
    EXPECT_EQ(mostRepeated(*a.trace, sequences).size(), 2U);
}

}  // namespace
}  // namespace gaplight
