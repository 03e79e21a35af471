// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/decimal_time.h"

#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

TEST(DecimalTime, IsExactWhereDoublesAreNot) {
    EXPECT_EQ(nanosecondsOfMicroseconds("4376580490536.462"), 4376580490536462);
    EXPECT_EQ(nanosecondsOfMicroseconds("1790857026123456.789"), 1790857026123456789);
    EXPECT_EQ(nanosecondsOfMicroseconds("0"), 0);
    EXPECT_EQ(nanosecondsOfMicroseconds("-0.001"), -1);
    EXPECT_EQ(nanosecondsOfMicroseconds("12"), 12000);
    EXPECT_EQ(nanosecondsOfMicroseconds("12.5"), 12500);
    EXPECT_EQ(nanosecondsOfMicroseconds("00012.50000000"), 12500);
}

TEST(DecimalTime, RoundsHalfToEven) {
    EXPECT_EQ(nanosecondsOfMicroseconds("0.0005"), 0);
    EXPECT_EQ(nanosecondsOfMicroseconds("0.0015"), 2);
    EXPECT_EQ(nanosecondsOfMicroseconds("0.0025"), 2);
    EXPECT_EQ(nanosecondsOfMicroseconds("0.00250000000000000000000000000001"), 3);
    EXPECT_EQ(nanosecondsOfMicroseconds("-0.0015"), -2);
    EXPECT_EQ(nanosecondsOfMicroseconds("-0.0025"), -2);
    EXPECT_EQ(nanosecondsOfMicroseconds("0.00049999999999999999999999"), 0);
    EXPECT_EQ(nanosecondsOfMicroseconds("0.0000000000000000000000000001"), 0);
}

TEST(DecimalTime, ReadsExponents) {
    EXPECT_EQ(nanosecondsOfMicroseconds("1.5e3"), 1500000);
    EXPECT_EQ(nanosecondsOfMicroseconds("1E-3"), 1);
    EXPECT_EQ(nanosecondsOfMicroseconds("5e+2"), 500000);
    EXPECT_EQ(nanosecondsOfMicroseconds("0e999999999999999999999"), 0);
    EXPECT_EQ(nanosecondsOfMicroseconds("1e-999999999999999999999"), 0);
    EXPECT_EQ(nanosecondsOfMicroseconds("1e999999999999999999999"), std::nullopt);
}

TEST(DecimalTime, HoldsAllOf64BitsAndNoMore) {
    EXPECT_EQ(nanosecondsOfMicroseconds("9223372036854775.807"), kMax);
    EXPECT_EQ(nanosecondsOfMicroseconds("9223372036854775.8074"), kMax);
    EXPECT_EQ(nanosecondsOfMicroseconds("9223372036854775.808"), std::nullopt);
    EXPECT_EQ(nanosecondsOfMicroseconds("-9223372036854775.808"), kMin);
    EXPECT_EQ(nanosecondsOfMicroseconds("-9223372036854775.809"), std::nullopt);
    EXPECT_EQ(nanosecondsOfMicroseconds("99999999999999999999999999999999999999"), std::nullopt);
    EXPECT_EQ(nanosecondsOfMicroseconds("9999999999999999.999"), std::nullopt);
}

TEST(DecimalTime, RefusesWhatIsNoNumber) {
    for (const char* text : {"", "-", "+", ".", "1.2.3", "1e", "1e+", "NaN", "Infinity", "0x10",
                             "1 ", " 1", "1,5", "--1", "1f", "e5", "-.e1"}) {
        EXPECT_EQ(nanosecondsOfMicroseconds(text), std::nullopt) << '"' << text << '"';
    }
    EXPECT_EQ(nanosecondsOfMicroseconds("+1"), 1000);
    EXPECT_EQ(nanosecondsOfMicroseconds("5."), 5000);
    EXPECT_EQ(nanosecondsOfMicroseconds(".5"), 500);
}

TEST(DecimalTime, GivesBackWhatWasWritten) {
    std::mt19937_64 random(7);
    for (int i = 0; i < 20000; ++i) {
        const auto value = static_cast<std::int64_t>(random() >> (1 + random() % 63));
        const std::string fraction = std::to_string(1000 + value % 1000).substr(1);
        const std::string text = std::to_string(value / 1000) + "." + fraction;
        ASSERT_EQ(nanosecondsOfMicroseconds(text), value) << text;
        ASSERT_EQ(nanosecondsOfMicroseconds("-" + text), -value) << text;
        ASSERT_EQ(nanosecondsOfMicroseconds(std::to_string(value) + "e-3"), value) << value;
    }
}

}  // namespace
}  // namespace gaplight
