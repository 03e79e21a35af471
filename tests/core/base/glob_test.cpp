// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_pattern.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(Glob, DescribesTheWholeText) {
    EXPECT_TRUE(matchesGlob("stream 7", "Stream 7"));
    EXPECT_FALSE(matchesGlob("stream", "stream 7"));
    EXPECT_TRUE(matchesGlob("*conv*", "aten::Conv2d"));
    EXPECT_TRUE(matchesGlob("aten::*_", "aten::add_"));
    EXPECT_FALSE(matchesGlob("aten::*_", "aten::add"));
    EXPECT_TRUE(matchesGlob("a*b*c", "aXbbXbc"));
    EXPECT_FALSE(matchesGlob("a*b*c", "aXbbXb"));
    EXPECT_TRUE(matchesGlob("", ""));
    EXPECT_FALSE(matchesGlob("", "a"));
    EXPECT_TRUE(matchesGlob("**", ""));
    EXPECT_TRUE(matchesGlob("[a]", "[A]")) << "no sets";
}

TEST(Glob, QuestionMarkIsOneCharacter) {
    EXPECT_TRUE(matchesGlob("stream ?", "stream 7"));
    EXPECT_FALSE(matchesGlob("stream ?", "stream 17"));
    EXPECT_FALSE(matchesGlob("stream ?", "stream "));
    EXPECT_TRUE(matchesGlob("5 ?s", "5 µs"));
    EXPECT_TRUE(matchesGlob("*?s", "5 µs"));
    EXPECT_FALSE(matchesGlob("??", "µ"));
    EXPECT_TRUE(matchesGlob("a?b",
                            "a\xFF"
                            "b"))
        << "a byte that is no UTF-8";
}

TEST(Glob, AFilterWithoutWildcardsIsAPart) {
    EXPECT_TRUE(matchesFilter("", "anything"));
    EXPECT_TRUE(matchesFilter("REAM", "stream 7"));
    EXPECT_FALSE(matchesFilter("stream 8", "stream 7"));
    EXPECT_FALSE(matchesFilter("a", ""));
    EXPECT_FALSE(matchesFilter("ream*", "stream 7"));
    EXPECT_TRUE(matchesFilter("*ream*", "stream 7"));
    EXPECT_TRUE(matchesFilter("stream ?", "stream 7"));
}

}  // namespace
}  // namespace gaplight
