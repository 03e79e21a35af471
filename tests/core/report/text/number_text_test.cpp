// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/number_text.h"

#include <limits>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(NumberText, Counts) {
    EXPECT_EQ(countText(0), "0");
    EXPECT_EQ(countText(999), "999");
    EXPECT_EQ(countText(1'000), "1,000");
    EXPECT_EQ(countText(283'738), "283,738");
    EXPECT_EQ(countText(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
    EXPECT_EQ(countText(1, "copy", "copies"), "1 copy");
    EXPECT_EQ(countText(0, "copy", "copies"), "0 copies");
}

TEST(NumberText, Bytes) {
    EXPECT_EQ(bytesText(0), "0\u2009B");
    EXPECT_EQ(bytesText(999), "999\u2009B");
    EXPECT_EQ(bytesText(1'000), "1.00\u2009kB");
    EXPECT_EQ(bytesText(6'144'682), "6.14\u2009MB");
    EXPECT_EQ(bytesText(99'960'000), "100\u2009MB");
    EXPECT_EQ(bytesText(999'600'000), "1.00\u2009GB");
    EXPECT_EQ(bytesText(34'158'182'450), "34.2\u2009GB");
}

TEST(NumberText, Shares) {
    EXPECT_EQ(shareText(Duration(0), Duration(0)), "0\u2009%");
    EXPECT_EQ(shareText(Duration(989), Duration(1'000)), "98.9\u2009%");
    EXPECT_EQ(shareText(Duration(1'000), Duration(1'000)), "100\u2009%");
    EXPECT_EQ(shareText(Duration(9'996), Duration(10'000)), "100\u2009%");
}

}  // namespace
}  // namespace gaplight
