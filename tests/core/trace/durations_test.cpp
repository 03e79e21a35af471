// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/slice_table.h"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(Durations, AreTheSameBelowAndAboveFourSeconds) {
    constexpr std::int64_t kLong = Durations::kLong;
    const std::vector<Duration> all{
        Duration(0),     Duration(kLong - 1),
        Duration(kLong), Duration(kLong + 1),
        Duration(1),     Duration(std::numeric_limits<std::int64_t>::max()),
    };
    const DurationColumn column(all);
    for (std::size_t first = 0; first < all.size(); ++first) {
        const Durations part = column.all().subspan(first, all.size() - first);
        ASSERT_EQ(part.size(), all.size() - first);
        for (std::size_t at = 0; at < part.size(); ++at) {
            EXPECT_EQ(part[at], all[first + at]);
        }
    }
    const Durations inner = column.all().subspan(1, 5).subspan(2, 3);
    EXPECT_EQ(inner[0], all[3]);
    EXPECT_EQ(inner[2], all[5]);
}

}  // namespace
}  // namespace gaplight
