// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/rank_timeline.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TimeRange rangeOf(std::int64_t begin, std::int64_t end) {
    return {timeFromNs(begin), timeFromNs(end)};
}

Duration coveredOf(const std::vector<TimeRange>& ranges, TimeRange wanted) {
    Duration sum{};
    for (const TimeRange& range : ranges) {
        sum += std::max(Duration{},
                        std::min(range.end, wanted.end) - std::max(range.begin, wanted.begin));
    }
    return sum;
}

TEST(CoveredRanges, SumsWhatLiesWithin) {
    std::mt19937 random(7);
    std::uniform_int_distribution<std::int64_t> step(0, 9);
    for (const std::size_t count : {0, 1, 15, 16, 17, 33, 200}) {
        std::vector<TimeRange> ranges;
        std::int64_t at = -50;
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t begin = at + step(random);
            at = begin + step(random);
            ranges.push_back(rangeOf(begin, at));
        }
        const CoveredRanges covered(ranges);
        for (std::int64_t begin = -60; begin < at + 10; begin += 3) {
            for (const std::int64_t length : {0, 1, 8, 90, 100'000}) {
                const TimeRange wanted = rangeOf(begin, begin + length);
                ASSERT_EQ(covered.within(wanted), coveredOf(ranges, wanted))
                    << count << " ranges, from " << begin << ", " << length << " ns";
            }
        }
    }
}

}  // namespace
}  // namespace gaplight
