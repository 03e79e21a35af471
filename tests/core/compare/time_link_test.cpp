// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/time_link.h"

#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TimeRange rangeAt(std::int64_t begin) {
    return {timeFromNs(begin), timeFromNs(begin + 100)};
}

TEST(TimeLink, MovesWhatLiesOutsideOfItsPoints) {
    const std::vector<std::pair<TimeRange, TimeRange>> pairs{{rangeAt(1'000), rangeAt(5'000)}};
    const TimeLink link = TimeLink::through(pairs);
    EXPECT_EQ(link.toB(timeFromNs(900)), timeFromNs(4'900));
    EXPECT_EQ(link.toB(timeFromNs(1'050)), timeFromNs(5'050));
    EXPECT_EQ(link.toA(timeFromNs(6'000)), timeFromNs(2'000));
}

// Clocks that differ by more than 2^63 ns, as those of some generated traces.
TEST(TimeLink, EndsWhereTimeDoes) {
    constexpr std::int64_t kFar = 4'600'000'000'000'000'000;
    const std::vector<std::pair<TimeRange, TimeRange>> pairs{{rangeAt(-kFar), rangeAt(kFar)}};
    const TimeLink link = TimeLink::through(pairs);
    EXPECT_EQ(link.toB(timeFromNs(-kFar - 7)), timeFromNs(kFar - 7));
    EXPECT_EQ(link.toA(timeFromNs(kFar + 107)), timeFromNs(-kFar + 107));
    EXPECT_GT(link.toB(timeFromNs(kFar)), timeFromNs(kFar));
    EXPECT_LT(link.toA(timeFromNs(-kFar)), timeFromNs(-kFar));
}

}  // namespace
}  // namespace gaplight
