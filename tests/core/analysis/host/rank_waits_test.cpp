// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/blocking_calls.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::kUs;
using test::TraceDsl;

TimeRange range(std::int64_t begin, std::int64_t end) {
    return {timeFromNs(begin * kUs), timeFromNs(end * kUs)};
}

TEST(RankWaits, AreCallsOfMpiOnOneThread) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto other = dsl.thread("other");
    dsl.annotation(host, {10 * kUs, 40 * kUs}, "MPI_Allreduce");
    dsl.annotation(host, {20 * kUs, 30 * kUs}, "MPI_Wait");  // inside
    dsl.annotation(host, {60 * kUs, 70 * kUs}, "MPI_Recv");
    dsl.annotation(host, {80 * kUs, 90 * kUs}, "MPI_Irecv");
    dsl.annotation(other, {0, 100 * kUs}, "compute");
    const auto trace = dsl.trace();
    const RankWaits waits = RankWaits::find(*trace, NameClasses::build(*trace));
    const TrackId thread = trace->trackOf(test::sliceNamed(*trace, "MPI_Recv"));
    EXPECT_EQ(waits.timeIn(thread, range(0, 100)), Duration(40 * kUs));
    EXPECT_EQ(waits.timeIn(thread, range(30, 65)), Duration(15 * kUs));
    EXPECT_EQ(waits.outside(thread, range(0, 65)),
              (std::vector<TimeRange>{range(0, 10), range(40, 60)}));
    const TrackId second = trace->trackOf(test::sliceNamed(*trace, "compute"));
    EXPECT_EQ(waits.timeIn(second, range(0, 100)), Duration::zero());
    EXPECT_EQ(waits.outside(second, range(0, 100)), (std::vector<TimeRange>{range(0, 100)}));
}

}  // namespace
}  // namespace gaplight
