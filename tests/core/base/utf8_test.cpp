// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/printable_text.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(Utf8, KeepsWellFormedText) {
    for (const char* text : {"", "plain", "µs → 5 ms", "\xF0\x9F\x90\x8D", "\xED\x9F\xBF"}) {
        EXPECT_EQ(validUtf8(text), text);
    }
}

TEST(Utf8, ReplacesEveryByteThatIsNot) {
    EXPECT_EQ(validUtf8("a\xFF"), "a\xEF\xBF\xBD");
    EXPECT_EQ(validUtf8("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");  // overlong
    EXPECT_EQ(validUtf8("\xED\xA0\x80").size(), 9U);               // surrogate
    EXPECT_EQ(validUtf8("\xF4\x90\x80\x80").size(), 12U);          // above U+10FFFF
    EXPECT_EQ(validUtf8("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");  // cut
    EXPECT_EQ(validUtf8("\xE2\x82\xACx\x80"), "\xE2\x82\xACx\xEF\xBF\xBD");
}

TEST(Utf8, TruncatesBetweenSequences) {
    EXPECT_EQ(truncateUtf8("plain", 5), "plain");
    EXPECT_EQ(truncateUtf8("plain", 3), "pla");
    EXPECT_EQ(truncateUtf8("aµb", 2), "a");
    EXPECT_EQ(truncateUtf8("aµb", 3), "aµ");
    const std::string_view snake = "\xF0\x9F\x90\x8D";
    for (std::size_t bytes = 0; bytes < snake.size(); ++bytes) {
        EXPECT_EQ(truncateUtf8(snake, bytes), "") << bytes;
    }
    EXPECT_EQ(truncateUtf8("\x80\x80\x80\x80\x80", 4).size(), 4U) << "no UTF-8";
}

TEST(Utf8, AppendsCodePoints) {
    std::string text;
    for (const char32_t codePoint : {U'A', U'µ', U'→', char32_t{0x1F40D}, char32_t{0xD800}}) {
        appendUtf8(text, codePoint);
    }
    EXPECT_EQ(text, "Aµ→\xF0\x9F\x90\x8D\xEF\xBF\xBD");
}

}  // namespace
}  // namespace gaplight
