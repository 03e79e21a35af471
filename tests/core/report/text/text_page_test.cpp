// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/text_page.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(Printable, KeepsTextAndDropsWhatSteersATerminal) {
    EXPECT_EQ(printable("plain µs …"), "plain µs …");
    EXPECT_EQ(printable("a\x1b[31mb\nc\td\x7f"), "a [31mb c d ");
    EXPECT_EQ(printable("a\xc2\x9b"
                        "b"),
              "a b");
    EXPECT_EQ(printable("a\xff"
                        "b"),
              "a\ufffd"
              "b");
}

TEST(TextPage, TableAlignsByCharactersAndElidesTheMiddle) {
    TextPage page(PageStyle::Plain);
    page.table({{{"name", Align::Left, 9}, {"µs", Align::Right}},
                {{"short", "1"}, {"abcdefghijklmnop", "1,234"}, {"µµµµµµµµµµ", "5"}}});
    EXPECT_EQ(page.take(),
              "name          µs\n"
              "short          1\n"
              "abcde…nop  1,234\n"
              "µµµµµ…µµµ      5\n"
              "\n");
}

TEST(TextPage, MarkdownEscapesAndKeepsWholeNames) {
    TextPage page(PageStyle::Markdown);
    page.title("a_b");
    page.line("one");
    page.line("two");
    page.table({{{"name", Align::Left, 3}, {"n", Align::Right}}, {{"a|b<c>", "1"}}});
    EXPECT_EQ(page.take(),
              "# a\\_b\n\none\n\ntwo\n\n"
              "| name | n |\n| --- | --: |\n| a\\|b\\<c\\> | 1 |\n\n");
}

TEST(TextPage, ATableWithoutRowsIsNothing) {
    TextPage page(PageStyle::Plain);
    page.table({{{"name"}}, {}});
    EXPECT_EQ(page.take(), "");
}

}  // namespace
}  // namespace gaplight
