// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/place_text.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"

namespace gaplight {
namespace {

class PlaceTextTest : public ::testing::Test {
protected:
    // From 1 ms to 70 ms on the file's clock, which began `base` ns after 1970; 0: not told.
    void open(const std::string& base = "0") {
        test::TraceDsl t;
        const auto host = t.thread("main");
        t.op(host, {1'000'000, 1'500'000}, "a");
        t.op(host, {61'000'000, 70'000'000}, "b");
        t.fact("baseTimeNanoseconds", base);
        m_opened.emplace(t);
    }
    std::string read(std::string_view text) const {
        const auto range = placeFromText(text, m_opened->trace(), m_opened->session().analysis,
                                         timeFromNs(2'000'000));
        if (!range) {
            return range.error().message;
        }
        const std::string begin = std::to_string(ns(range->begin));
        return range->begin == range->end ? begin : begin + "-" + std::to_string(ns(range->end));
    }

private:
    std::optional<test::Detected> m_opened;
};

TEST_F(PlaceTextTest, TimesCountFromTheTracesStart) {
    open();
    EXPECT_EQ(read("0"), "1000000");
    EXPECT_EQ(read(" 12.5ms "), "13500000");
    EXPECT_EQ(read("412 µs"), "1412000");
}

TEST_F(PlaceTextTest, SignsCountFromHere) {
    open();
    EXPECT_EQ(read("+3 us"), "2003000");
    EXPECT_EQ(read("-500us"), "1500000");
    EXPECT_EQ(read("\u2212500us"), "1500000");
}

TEST_F(PlaceTextTest, TheFilesOwnTimes) {
    open();
    EXPECT_EQ(read("ts 1234.567"), "1234567");
    EXPECT_EQ(read("ts soon"), "'ts soon': expected the microseconds of the file behind ts");
}

TEST_F(PlaceTextTest, TimesOfTheDay) {
    // 2024-01-02 03:04:05 UTC.
    open("1704164645000000000");
    EXPECT_EQ(read("03:04:05.0025"), "2500000");
    EXPECT_EQ(read("2024-01-02 03:04:05.0025"), "2500000");
    EXPECT_EQ(read("2024-01-02T03:04:05.0025 UTC"), "2500000");
    EXPECT_EQ(read("2024-02-30 03:04:05").substr(0, 33), "'2024-02-30 03:04:05': expected a");
    EXPECT_EQ(read("25:00"), read("25:00").substr(0, 7) +
                                 ": expected a time as in 12.5ms, +3 us, "
                                 "16:05:07.25, ts 4376580490536.462, 12.5ms..80ms, step:3, "
                                 "annotation:NAME#2 or decode:64#3");
    EXPECT_EQ(read("2023-01-02 03:04:05"),
              "'2023-01-02 03:04:05' is outside the trace, which is 69.0\u2009ms long");
}

TEST_F(PlaceTextTest, NoTimesOfTheDayWithoutAClock) {
    open();
    EXPECT_TRUE(read("03:04:05").starts_with("'03:04:05': this file does not say when"));
}

TEST_F(PlaceTextTest, RangesToo) {
    open();
    EXPECT_EQ(read("1ms..2ms"), "2000000-3000000");
    EXPECT_EQ(read("step:1"), "range 'step:1': no steps were recognized in this trace");
}

TEST_F(PlaceTextTest, AnythingElseIsRefused) {
    open();
    EXPECT_TRUE(read("").starts_with("'': expected a time as in"));
    EXPECT_TRUE(read("soon").starts_with("'soon': expected a time as in"));
    EXPECT_TRUE(read("-1s").starts_with("'-1s' is outside the trace, which is"));
}

}  // namespace
}  // namespace gaplight
