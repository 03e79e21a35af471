// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/range_sums.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight::test {
namespace {

constexpr std::int64_t kPeriodNs = 1'700;
constexpr std::int64_t kLengthNs = 600;

// Before and after time 0, as many as have samples.
std::vector<TimeRange> manyRanges(std::int64_t begin) {
    std::vector<TimeRange> ranges;
    for (std::int64_t at = 0; at < 20'000; ++at) {
        const std::int64_t start = begin + at * kPeriodNs + at % 7;
        ranges.push_back({timeFromNs(start), timeFromNs(start + kLengthNs + at % 13)});
    }
    return ranges;
}

Duration coveredBefore(const std::vector<TimeRange>& ranges, Time time) {
    Duration sum{};
    for (const TimeRange& range : ranges) {
        sum += std::max(Duration{}, std::min(range.end, time) - range.begin);
    }
    return sum;
}

class RangeSumsFrom : public ::testing::TestWithParam<std::int64_t> {};

TEST_P(RangeSumsFrom, WalkGivesTheCoveredTimeAtColumnsOfAnyWidth) {
    const std::vector<TimeRange> ranges = manyRanges(GetParam());
    const RangeSums sums(ranges);
    const std::int64_t begin = ns(ranges.front().begin);
    const std::int64_t end = ns(ranges.back().end);
    for (int shift = 9; shift < 28; ++shift) {
        const std::int64_t first = (begin >> shift) - 1;
        const std::int64_t last = (end >> shift) + 1;
        const std::int64_t stride = std::max<std::int64_t>(1, (last - first) / 40);
        RangeSumsWalk walk(sums);
        for (std::int64_t column = first; column <= last; column += stride) {
            const Time time = timeFromNs(column << shift);
            ASSERT_EQ(walk.before(time), coveredBefore(ranges, time)) << shift << " " << column;
            ASSERT_EQ(walk.passed(), sums.lastFrom(time) ? *sums.lastFrom(time) + 1 : 0);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Begins, RangeSumsFrom,
                         ::testing::Values(-34'000'123, -17'000'000, -1, 0, 5'000'000'077));

}  // namespace
}  // namespace gaplight::test
