// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/quantity_text.h"

#include <limits>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(QuantityText, CountsAreExactAndGrouped) {
    EXPECT_EQ(countText(0), "0");
    EXPECT_EQ(countText(999), "999");
    EXPECT_EQ(countText(1'000), "1,000");
    EXPECT_EQ(countText(283'738), "283,738");
    EXPECT_EQ(countText(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
    EXPECT_EQ(countText(1, "copy", "copies"), "1 copy");
    EXPECT_EQ(countText(0, "copy", "copies"), "0 copies");
    EXPECT_EQ(countText(1'234, "copy", "copies"), "1,234 copies");
}

TEST(QuantityText, CountsPerStepHaveOneDecimalWhereTheyAreNotWhole) {
    EXPECT_EQ(perStepText(6'820, 10), "682");
    EXPECT_EQ(perStepText(0, 7), "0");
    EXPECT_EQ(perStepText(7, 2), "3.5");
    EXPECT_EQ(perStepText(15'023, 10), "1,502.3");
    EXPECT_EQ(perStepText(2'999, 1'000), "3.0");
    EXPECT_EQ(perStepText(1, 1'000), "<0.1");
    EXPECT_EQ(perStepText(0.0), "0");
    EXPECT_EQ(perStepText(2.5), "2.5");
    EXPECT_EQ(perStepText(1'502.0), "1,502");
    EXPECT_EQ(perStepText(1'502.25), "1,502.3");
    EXPECT_EQ(perStepText(0.01), "<0.1");
}

TEST(QuantityText, FactorsHaveThreeDigits) {
    EXPECT_EQ(factorText(1), "1.00×");
    EXPECT_EQ(factorText(1.5), "1.50×");
    EXPECT_EQ(factorText(9.994), "9.99×");
    EXPECT_EQ(factorText(9.996), "10.0×");
    EXPECT_EQ(factorText(12.35), "12.3×");
    EXPECT_EQ(factorText(999.4), "999×");
    EXPECT_EQ(factorText(999.6), "1,000×");
    EXPECT_EQ(factorText(1'234'567), "1,234,567×");
}

TEST(QuantityText, FactorsBelowOneHaveThreeDigitsToo) {
    EXPECT_EQ(factorText(0.9996), "1.00×");
    EXPECT_EQ(factorText(0.967), "0.967×");
    EXPECT_EQ(factorText(0.5), "0.500×");
    EXPECT_EQ(factorText(0.09996), "0.100×");
    EXPECT_EQ(factorText(0.0512), "0.0512×");
    EXPECT_EQ(factorText(0.00123), "0.00123×");
    EXPECT_EQ(factorText(0.0001), "<0.001×");
    EXPECT_EQ(factorText(0), "0.00×");
}

TEST(QuantityText, BytesHaveThreeDigits) {
    EXPECT_EQ(bytesText(0), "0\u2009B");
    EXPECT_EQ(bytesText(5), "5\u2009B");
    EXPECT_EQ(bytesText(999), "999\u2009B");
    EXPECT_EQ(bytesText(1'000), "1.00\u2009kB");
    EXPECT_EQ(bytesText(9'994), "9.99\u2009kB");
    EXPECT_EQ(bytesText(9'996), "10.0\u2009kB");
    EXPECT_EQ(bytesText(6'144'682), "6.14\u2009MB");
    EXPECT_EQ(bytesText(99'960'000), "100\u2009MB");
    EXPECT_EQ(bytesText(999'600'000), "1.00\u2009GB");
    EXPECT_EQ(bytesText(34'158'182'450), "34.2\u2009GB");
    EXPECT_EQ(bytesText(-4'500), "\u22124.50\u2009kB");
    EXPECT_EQ(bytesText(std::numeric_limits<std::uint64_t>::max()), "18446744\u2009TB");
}

TEST(QuantityText, BytesOfAWholeShareItsUnit) {
    EXPECT_EQ(bytesOfText(412'000'000, 1'206'000'000), "412 of 1,206\u2009MB");
    EXPECT_EQ(bytesOfText(0, 9'999), "0 of 9,999\u2009B");
    EXPECT_EQ(bytesOfText(900'000, 9'999'000), "900 of 9,999\u2009kB");
    EXPECT_EQ(bytesOfText(900'000, 12'000'000), "1 of 12\u2009MB");
}

TEST(QuantityText, NumbersAreScaledWhereRoomIsScarce) {
    // No second prefix beside "TFLOP/s".
    EXPECT_EQ(teraText(0.41e12), "0.41");
    EXPECT_EQ(teraText(989.4e12), "989");
    EXPECT_EQ(teraText(999.6e12), "1,000");
    EXPECT_EQ(teraText(1979e12), "1,979");
    EXPECT_EQ(scaledNumberText(0), "0");
    EXPECT_EQ(scaledNumberText(17), "17");
    EXPECT_EQ(scaledNumberText(2.5), "2.50");
    EXPECT_EQ(scaledNumberText(4'500), "4.50\u2009k");
    EXPECT_EQ(scaledNumberText(999'600), "1.00\u2009M");
    EXPECT_EQ(scaledNumberText(-4'500), "\u22124.50\u2009k");
}

TEST(QuantityText, RatesAreInGigabytesPerSecond) {
    EXPECT_EQ(rateText(19'600, Duration(1'000)), "19.6\u2009GB/s");
    EXPECT_EQ(rateText(1'000, Duration(2'000)), "0.50\u2009GB/s");
    EXPECT_EQ(rateText(1, Duration(0)), "?");
}

TEST(QuantityText, SharesHaveOneDecimalBelowOneHundred) {
    EXPECT_EQ(percentText(Duration(0), Duration(0)), "0\u2009%") << "of nothing";
    EXPECT_EQ(percentText(Duration(0), Duration(10)), "0.0\u2009%");
    EXPECT_EQ(percentText(Duration(989), Duration(1'000)), "98.9\u2009%");
    EXPECT_EQ(percentText(Duration(1'000), Duration(1'000)), "100\u2009%");
    EXPECT_EQ(percentText(Duration(9'994), Duration(10'000)), "99.9\u2009%");
    EXPECT_EQ(percentText(Duration(9'996), Duration(10'000)), "100\u2009%");
    EXPECT_EQ(percentText(Duration(-5), Duration(100)), "\u22125.0\u2009%");
    EXPECT_EQ(percentText(1, 10'000), "<0.1\u2009%") << "not nothing";
    EXPECT_EQ(percentText(5, 10'000), "0.1\u2009%");
    EXPECT_EQ(changePercentText(100'000, 100'001), "+0.0\u2009%");
    EXPECT_EQ(percentText(25, 100), "25.0\u2009%");
    EXPECT_EQ(percentText(1.5), "150\u2009%");
}

TEST(QuantityText, OtherPercentagesHaveTheirOwnDigits) {
    EXPECT_EQ(percentText(76, 101, PercentForm::Estimate), "75\u2009%");
    EXPECT_EQ(percentText(0.00025, PercentForm::Error), "0.025\u2009%");
    EXPECT_EQ(percentText(0.0312, PercentForm::Error), "3.1\u2009%");
    EXPECT_EQ(percentText(0.0, PercentForm::Error), "0\u2009%");
    EXPECT_EQ(percentText(1e-7, PercentForm::Error), "<0.001\u2009%");
    EXPECT_EQ(percentText(1.5, PercentForm::Error), "150\u2009%");
    EXPECT_EQ(percentText(0.05, PercentForm::Limit), "5\u2009%");
    EXPECT_EQ(percentText(0.005, PercentForm::Limit), "0.5\u2009%");
}

TEST(QuantityText, ChangesHaveASign) {
    EXPECT_EQ(changePercentText(100, 100), "0\u2009%");
    EXPECT_EQ(changePercentText(100, 102), "+2.0\u2009%");
    EXPECT_EQ(changePercentText(1'000, 59), "\u221294.1\u2009%");
    EXPECT_EQ(changePercentText(100, 350), "+250\u2009%");
}

TEST(QuantityText, Lists) {
    const auto list = [](const std::vector<std::string>& items) { return listText(items); };
    EXPECT_EQ(list({}), "");
    EXPECT_EQ(list({"a"}), "a");
    EXPECT_EQ(list({"a", "b"}), "a and b");
    EXPECT_EQ(list({"a", "b", "c"}), "a, b and c");
}

TEST(QuantityText, ListsWithoutAnAnd) {
    const std::vector<std::string> items{"a", "b", "c"};
    EXPECT_EQ(joinedText({}), "");
    EXPECT_EQ(joinedText(std::span(items).first(1)), "a");
    EXPECT_EQ(joinedText(items), "a, b, c");
    EXPECT_EQ(joinedText(items, " · "), "a · b · c");
}

TEST(QuantityText, ListsWrittenItemByItem) {
    std::string list;
    appendItem(list, "a");
    EXPECT_EQ(list, "a");
    appendItem(list, "b");
    appendItem(list, "c", "; ");
    EXPECT_EQ(list, "a, b; c");
}

}  // namespace
}  // namespace gaplight
