// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/display/elided_text.h"

#include <gtest/gtest.h>

#include "tests/support/checks/fixed_text_measure.h"

namespace gaplight {
namespace {

std::string elided(std::string_view text, float width, Elide where = Elide::End) {
    DisplayList list;
    list.clear(100, 100);
    if (!addElidedText(list, test::FixedTextMeasure(), text, width, {}, where)) {
        EXPECT_TRUE(list.texts.empty());
        return "(nothing)";
    }
    EXPECT_LE(list.texts[0].width, width);
    return std::string(list.text(list.texts[0]));
}

TEST(ElidedText, KeepsWhatFits) {
    EXPECT_EQ(elided("aten::add", 54), "aten::add");
    EXPECT_EQ(elided("aten::add", 53), "aten::a…");
    EXPECT_EQ(elided("aten::add", 24), "ate…");
    EXPECT_EQ(elided("aten::add", 23), "(nothing)");
    EXPECT_EQ(elided("ab", 18), "ab");
    EXPECT_EQ(elided("abc", 17), "(nothing)");
    EXPECT_EQ(elided("", 100), "(nothing)");
}

TEST(ElidedText, CutsBetweenCharacters) {
    EXPECT_EQ(elided("ääääääää", 30), "ääää…");
    EXPECT_EQ(elided("日本語テキスト", 24), "日本語…");
    EXPECT_EQ(elided("one two", 35), "one…");
}

TEST(ElidedText, InTheMiddleBothEndsAreKept) {
    EXPECT_EQ(elided("worker-7", 48, Elide::Middle), "worker-7");
    EXPECT_EQ(elided("worker-thread-7", 48, Elide::Middle), "work…d-7");
    EXPECT_EQ(elided("worker-thread-7", 54, Elide::Middle), "work…ad-7");
    EXPECT_EQ(elided("äöüäöü€", 30, Elide::Middle), "äö…ü€");
    EXPECT_EQ(elided("worker-thread-7", 23, Elide::Middle), "(nothing)");
}

TEST(ElidedText, LooksAtNoMoreThanFits) {
    EXPECT_EQ(elided(std::string(100'000, 'x'), 60), std::string(9, 'x') + "…");
    EXPECT_EQ(elided(std::string(100'000, 'x') + "y", 60, Elide::Middle), "xxxxx…xxxy");
}

}  // namespace
}  // namespace gaplight
