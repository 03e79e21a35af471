// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/waterfall.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

ChangeCause cause(const char* label, std::int64_t a, std::int64_t b) {
    return {label, Duration(a), Duration(b), {}};
}

WaterfallBar step(const char* label, std::int64_t begin, std::int64_t end) {
    return {label, {}, Duration(begin), Duration(end), false};
}

WaterfallBar total(const char* label, std::int64_t length) {
    return {label, {}, Duration(0), Duration(length), true};
}

using Bars = std::vector<WaterfallBar>;

TEST(Waterfall, EachBarBeginsWhereTheOneBeforeItEnded) {
    EXPECT_EQ(
        waterfallOf(
            {Duration(1'000), Duration(450), {cause("idle", 700, 50), cause("compute", 300, 400)}}),
        (Bars{total("A", 1'000), step("idle", 1'000, 350), step("compute", 350, 450),
              total("B", 450)}));
}

TEST(Waterfall, WhatNoCauseExplainsIsOther) {
    EXPECT_EQ(waterfallOf({Duration(1'000), Duration(500), {cause("idle", 700, 300)}}),
              (Bars{total("A", 1'000), step("idle", 1'000, 600), step("other", 600, 500),
                    total("B", 500)}));
    // Below half a percent of the longer run it is rounding.
    EXPECT_EQ(waterfallOf({Duration(1'000), Duration(597), {cause("idle", 700, 300)}}),
              (Bars{total("A", 1'000), step("idle", 1'000, 600), total("B", 597)}));
}

// One of them has its name: "other" would hide what it is.
TEST(Waterfall, SmallCausesTogetherAreOther) {
    EXPECT_EQ(waterfallOf({Duration(10'000),
                           Duration(8'910),
                           {cause("idle", 2'000, 1'000), cause("copies", 100, 10)}}),
              (Bars{total("A", 10'000), step("idle", 10'000, 9'000), step("copies", 9'000, 8'910),
                    total("B", 8'910)}));
    EXPECT_EQ(waterfallOf({Duration(10'000),
                           Duration(8'910),
                           {cause("idle", 2'000, 1'000), cause("copies", 100, 50),
                            cause("communication", 100, 60)}}),
              (Bars{total("A", 10'000), step("idle", 10'000, 9'000), step("other", 9'000, 8'910),
                    total("B", 8'910)}));
    // Of the other sign: it explains nothing of what is left.
    EXPECT_EQ(waterfallOf({Duration(10'000),
                           Duration(8'910),
                           {cause("idle", 2'000, 1'000), cause("copies", 10, 100)}}),
              (Bars{total("A", 10'000), step("idle", 10'000, 9'000), step("other", 9'000, 8'910),
                    total("B", 8'910)}));
}

// Found by random valid traces: GPUs that idle at the same time can lose more idle time than the
// run was long.
TEST(Waterfall, NeverGoesBelowZero) {
    EXPECT_EQ(waterfallOf({Duration(1'000), Duration(600), {cause("idle", 3'000, 0)}}),
              (Bars{total("A", 1'000), step("other", 1'000, 600), total("B", 600)}));
}

TEST(Waterfall, HasALimitedNumberOfBars) {
    WaterfallInput input{Duration(1'000), Duration(200), {}};
    for (int at = 0; at < 8; ++at) {
        input.causes.push_back(cause("part", 100, 0));
    }
    const Bars bars = waterfallOf(input);
    ASSERT_EQ(bars.size(), kMaxWaterfallCauses + 3);
    EXPECT_EQ(bars[kMaxWaterfallCauses + 1], step("other", 400, 200));
}

}  // namespace
}  // namespace gaplight
