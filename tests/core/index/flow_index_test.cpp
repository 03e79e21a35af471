// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/flow_index.h"

#include <gtest/gtest.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

SliceId sliceAt(const Trace& trace, std::int64_t start) {
    for (std::size_t i = 0; i < trace.slices().size(); ++i) {
        if (ns(trace.slices().start(SliceId(i))) == start) {
            return SliceId(i);
        }
    }
    return {};
}

TEST(FlowIndex, FindsArrowsByBothEnds) {
    test::TraceDsl dsl;
    const auto first = dsl.thread("main");
    const auto second = dsl.thread("worker");
    dsl.op(first, {0, 10}, "a");
    dsl.op(first, {20, 30}, "b");
    dsl.op(second, {40, 50}, "c");
    dsl.op(second, {60, 70}, "d");
    dsl.flow(first, 0, second, 40, "fwdbwd");
    dsl.flow(first, 0, second, 60, "fwdbwd");
    dsl.flow(first, 20, second, 60, "fwdbwd");
    const auto trace = dsl.trace();
    ASSERT_EQ(trace->flows().size(), 3U);
    const FlowIndex index = FlowIndex::build(*trace);

    const auto fromA = index.from(*trace, sliceAt(*trace, 0));
    ASSERT_EQ(fromA.size(), 2U);
    EXPECT_EQ(fromA[0].to, sliceAt(*trace, 40));
    EXPECT_EQ(fromA[1].to, sliceAt(*trace, 60));
    EXPECT_TRUE(index.from(*trace, sliceAt(*trace, 40)).empty());

    const auto toD = index.to(*trace, sliceAt(*trace, 60));
    ASSERT_EQ(toD.size(), 2U);
    EXPECT_EQ(trace->flows()[toD[0].index()].from, sliceAt(*trace, 0));
    EXPECT_EQ(trace->flows()[toD[1].index()].from, sliceAt(*trace, 20));
    EXPECT_TRUE(index.to(*trace, sliceAt(*trace, 0)).empty());
}

}  // namespace
}  // namespace gaplight
