// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/digit_run.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(DigitRun, ANumberIsAllOfTheText) {
    EXPECT_EQ(parseNumber<int>("12"), 12);
    EXPECT_EQ(parseNumber<int>("-12"), -12);
    EXPECT_EQ(parseNumber<double>("1.5"), 1.5);
    EXPECT_EQ(parseNumber<int>(""), std::nullopt);
    EXPECT_EQ(parseNumber<int>("12 "), std::nullopt);
    EXPECT_EQ(parseNumber<int>("x12"), std::nullopt);
    EXPECT_EQ(parseNumber<int>("1.5"), std::nullopt);
}

TEST(DigitRun, ANumberThatDoesNotFitIsNone) {
    EXPECT_EQ(parseNumber<std::uint8_t>("255"), 255);
    EXPECT_EQ(parseNumber<std::uint8_t>("256"), std::nullopt);
    EXPECT_EQ(parseNumber<std::uint8_t>("-1"), std::nullopt);
}

}  // namespace
}  // namespace gaplight
