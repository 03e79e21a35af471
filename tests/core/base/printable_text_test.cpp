// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/printable_text.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(PrintableText, ReplacesControlCharacters) {
    EXPECT_EQ(printable("plain µs … שלום"), "plain µs … שלום");
    EXPECT_EQ(printable("a\x1b[31mb\nc\td\x7f"), "a [31mb c d ");
    EXPECT_EQ(printable("a\u009bb\u0085\u2028c"), "a b  c");
    EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a b");
    EXPECT_EQ(printableLines("a\nb\tc\r\x1b"), "a\nb\tc  ");
}

TEST(PrintableText, ShowsBidirectionalMarksAndInvalidBytes) {
    EXPECT_EQ(printable("kernel\u202egpj.exe"), "kernel\ufffdgpj.exe");
    EXPECT_EQ(printable("\u061c\u200e\u2066\u2069"), "\ufffd\ufffd\ufffd\ufffd");
    EXPECT_EQ(printable("a\xff"
                        "b\xe2\x80"),
              "a\ufffd"
              "b\ufffd\ufffd");
}

TEST(PrintableText, IsPrintableWhereNothingIsReplaced) {
    for (const std::string_view text :
         {"", "plain", "µs", "a\nb", "\x7f", "\u009b", "\u202e", "\u2028", "\xff", "ש"}) {
        EXPECT_EQ(isPrintable(text), printable(text) == text) << text;
    }
}

// Every code point, so that the three functions agree.
TEST(PrintableText, LeavesNoCharacterThatActs) {
    for (char32_t character = 0; character < 0x11000; ++character) {
        std::string text;
        appendUtf8(text, character);
        EXPECT_TRUE(isPrintable(printable(text))) << static_cast<std::uint32_t>(character);
        if (const std::size_t length = utf8SequenceLength(text, 0);
            codePointAt(text, 0, length) == character) {
            EXPECT_EQ(isPrintable(text), !isActing(character));
        }
    }
}

}  // namespace
}  // namespace gaplight
