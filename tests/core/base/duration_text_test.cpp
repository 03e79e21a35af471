// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/quantity_text.h"

#include <limits>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

std::string text(std::int64_t ns) {
    return durationText(Duration(ns));
}

TEST(DurationText, ThreeSignificantDigitsInTheUnitThatFits) {
    EXPECT_EQ(text(0), "0\u2009ns");
    EXPECT_EQ(text(6), "6\u2009ns");
    EXPECT_EQ(text(999), "999\u2009ns");
    EXPECT_EQ(text(1'000), "1.00\u2009µs");
    EXPECT_EQ(text(412'345), "412\u2009µs");
    EXPECT_EQ(text(5'361'000), "5.36\u2009ms");
    EXPECT_EQ(text(53'610'000), "53.6\u2009ms");
    EXPECT_EQ(text(218'000'000), "218\u2009ms");
    EXPECT_EQ(text(3'157'900'000), "3.16\u2009s");
    EXPECT_EQ(text(999'000'000'000), "999\u2009s");
    EXPECT_EQ(text(1'230'000'000'000), "20.5\u2009min");
    EXPECT_EQ(text(7'200'000'000'000'000), "83.3\u2009d");
}

TEST(DurationText, RoundingUpReachesTheNextUnit) {
    EXPECT_EQ(text(9'994), "9.99\u2009µs");
    EXPECT_EQ(text(9'995), "10.0\u2009µs");
    EXPECT_EQ(text(99'949), "99.9\u2009µs");
    EXPECT_EQ(text(99'950), "100\u2009µs");
    EXPECT_EQ(text(999'499), "999\u2009µs");
    EXPECT_EQ(text(999'500), "1.00\u2009ms");
    EXPECT_EQ(text(999'999'999), "1.00\u2009s");
    EXPECT_EQ(text(999'999'999'999), "16.7\u2009min");
}

TEST(DurationText, NegativeAndExtreme) {
    EXPECT_EQ(text(-2'934), "\u22122.93\u2009µs");
    EXPECT_EQ(text(std::numeric_limits<std::int64_t>::max()), "106752\u2009d");
    EXPECT_EQ(text(std::numeric_limits<std::int64_t>::min()), "\u2212106752\u2009d");
}

TEST(ParseDuration, EveryUnitExactToTheNanosecond) {
    EXPECT_EQ(parseDuration("12.5ms"), Duration(12'500'000));
    EXPECT_EQ(parseDuration("80 ms"), Duration(80'000'000));
    EXPECT_EQ(parseDuration("3s"), Duration(3'000'000'000));
    EXPECT_EQ(parseDuration("412us"), Duration(412'000));
    EXPECT_EQ(parseDuration("412µs"), Duration(412'000));
    EXPECT_EQ(parseDuration("6ns"), Duration(6));
    EXPECT_EQ(parseDuration(".5s"), Duration(500'000'000));
    EXPECT_EQ(parseDuration("0"), Duration(0));
    EXPECT_EQ(parseDuration("1.0000000019s"), Duration(1'000'000'001));
    EXPECT_EQ(parseDuration("1.5min"), Duration(90'000'000'000));
}

TEST(ParseDuration, AnythingElseSaysWhatIsExpected) {
    for (const char* wrong : {"", "ms", "12", "12.5", "-3ms", "3 weeks", "1e3ms", ".", ".ms",
                              "1..2s", "99999999999999999999s", "9223372036854775807s"}) {
        const Result<Duration> result = parseDuration(wrong);
        ASSERT_FALSE(result) << wrong;
        EXPECT_EQ(result.error().code, ErrorCode::BadArgument);
    }
    EXPECT_EQ(
        parseDuration("12").error().message,
        "'12' is not a duration: expected a number with ns, us, ms, s, min or h, as in 12.5ms");
}

}  // namespace
}  // namespace gaplight
