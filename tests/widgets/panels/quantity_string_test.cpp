// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/convert/qt_text.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace gaplight::ui {
namespace {

// With plain spaces, to be readable here.
std::string plain(QString text) {
    return text.replace(QChar(0x2009), QChar(u' ')).toStdString();
}

TEST(QuantityString, Durations) {
    EXPECT_EQ(plain(durationText(Duration(5'360'000))), "5.36 ms");
    EXPECT_EQ(plain(exactDurationText(Duration(7))), "7 ns");
    EXPECT_EQ(plain(exactDurationText(Duration(1'234'567'890'123))), "1,234.567890123 s");
    EXPECT_EQ(plain(exactDurationText(Duration(12'000'005))), "12.000005 ms");
    EXPECT_EQ(plain(exactDurationText(Duration(-1'500))), "−1.500 µs");
    EXPECT_EQ(plain(exactDurationText(Duration(std::numeric_limits<std::int64_t>::min()))),
              "−9,223,372,036.854775808 s");
}

TEST(QuantityString, Bytes) {
    EXPECT_EQ(plain(bytesText(999)), "999 B");
    EXPECT_EQ(plain(bytesText(12'345)), "12.3 kB");
    EXPECT_EQ(plain(bytesText(6'793'000)), "6.79 MB");
    EXPECT_EQ(plain(bytesText(1'206'000'000)), "1.21 GB");
    EXPECT_EQ(plain(bytesOfText(412'000'000, 1'206'000'000)), "412 of 1,206 MB");
    EXPECT_EQ(plain(bytesOfText(0, 1'206'000'000)), "0 of 1,206 MB");
}

TEST(QuantityString, Counts) {
    EXPECT_EQ(plain(countText(843)), "843");
    EXPECT_EQ(plain(countText(12'345)), "12,345");
    EXPECT_EQ(plain(countText(1'310'000)), "1,310,000");
    EXPECT_EQ(plain(countText(1'234, "slice", "slices")), "1,234 slices");
    EXPECT_EQ(plain(percentText(0.8741)), "87.4 %");
}

}  // namespace
}  // namespace gaplight::ui
