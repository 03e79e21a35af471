// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/slices/slice_scan.h"

#include <vector>

#include <gtest/gtest.h>

#include "core/index/launch_index.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight {
namespace {

using test::PacedTrace;

TEST(EnclosingSlice, DeepestThatHoldsMost) {
    PacedTrace t;
    t.within("outer", [&] {
        t.launch(10);
        t.within("inner", [&] {
            for (int block = 0; block < 9; ++block) {
                t.within("block", [&] { t.launch(10); });
            }
        });
    });
    const auto trace = t.dsl.trace();
    const LaunchIndex launches = LaunchIndex::build(*trace);
    EXPECT_EQ(trace->name(enclosingSlice(*trace, launches.launches(), 80)), "inner");
    EXPECT_EQ(trace->name(enclosingSlice(*trace, launches.launches(), 95)), "outer");
}

TEST(EnclosingSlice, NoneAroundTwoHalves) {
    PacedTrace t;
    t.within("first", [&] { t.launch(10); });
    t.within("second", [&] { t.launch(10); });
    const auto trace = t.dsl.trace();
    const LaunchIndex launches = LaunchIndex::build(*trace);
    EXPECT_FALSE(enclosingSlice(*trace, launches.launches(), 80).isValid());
    EXPECT_FALSE(enclosingSlice(*trace, {}, 80).isValid());
}

}  // namespace
}  // namespace gaplight
