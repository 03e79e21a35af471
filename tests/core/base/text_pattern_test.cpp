// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_pattern.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

bool finds(std::string_view expression, std::string_view text) {
    const Result<TextPattern> pattern = TextPattern::regex(expression);
    EXPECT_TRUE(pattern.has_value()) << expression << ": " << pattern.error().message;
    return pattern && pattern->matches(text);
}

std::string complaint(std::string_view expression) {
    const Result<TextPattern> pattern = TextPattern::regex(expression);
    EXPECT_FALSE(pattern.has_value()) << expression;
    return pattern ? std::string() : pattern.error().message;
}

TEST(TextPattern, FindsAPartWhateverTheCase) {
    TextPattern pattern = TextPattern::substring("MatMul");
    EXPECT_TRUE(pattern.matches("aten::matmul"));
    EXPECT_TRUE(pattern.matches("MATMUL"));
    EXPECT_FALSE(pattern.matches("mat mul"));
    EXPECT_FALSE(pattern.matches(""));
    EXPECT_TRUE(TextPattern::substring("").matches(""));
    EXPECT_TRUE(TextPattern::substring("a.b").matches("x a.b"));
    EXPECT_FALSE(TextPattern::substring("a.b").matches("axb"));
}

TEST(TextPattern, MatchesExpressionsAnywhere) {
    EXPECT_TRUE(finds("mat.ul", "aten::MatMul"));
    EXPECT_TRUE(finds("^aten::(mm|bmm)$", "aten::bmm"));
    EXPECT_FALSE(finds("^aten::(mm|bmm)$", "aten::addmm"));
    EXPECT_FALSE(finds("^aten::(mm|bmm)$", "aten::bmm_"));
    EXPECT_TRUE(finds("", "anything"));
    EXPECT_TRUE(finds("a|", ""));
    EXPECT_TRUE(finds("^$", ""));
    EXPECT_FALSE(finds("^$", "x"));
    EXPECT_FALSE(finds("x^a", "xa"));
    EXPECT_FALSE(finds("a$b", "ab"));
}

TEST(TextPattern, Repeats) {
    EXPECT_TRUE(finds("^ab*c$", "ac"));
    EXPECT_TRUE(finds("^ab*c$", "abbbc"));
    EXPECT_FALSE(finds("^ab+c$", "ac"));
    EXPECT_TRUE(finds("^ab?c$", "abc"));
    EXPECT_FALSE(finds("^ab?c$", "abbc"));
    EXPECT_TRUE(finds("^(ab){2,3}$", "ababab"));
    EXPECT_FALSE(finds("^(ab){2,3}$", "ab"));
    EXPECT_FALSE(finds("^(ab){2,3}$", "abababab"));
    EXPECT_TRUE(finds("^a{2}$", "aa"));
    EXPECT_TRUE(finds("^a{2,}$", "aaaaa"));
    EXPECT_TRUE(finds("^a{0}b$", "b"));
    EXPECT_TRUE(finds("^(a*)*b$", "aaab"));
}

TEST(TextPattern, KnowsSetsAndClasses) {
    EXPECT_TRUE(finds("step#[0-9]+$", "ProfilerStep#12"));
    EXPECT_TRUE(finds("^[^:]+::\\w+$", "aten::add_"));
    EXPECT_FALSE(finds("^[^a]$", "A"));
    EXPECT_TRUE(finds("^[]x]+$", "]x"));
    EXPECT_TRUE(finds("^[a-]+$", "a-"));
    EXPECT_TRUE(finds("^\\d\\D\\s\\S\\W$", "1a .!"));
    EXPECT_TRUE(finds("\\(main\\)", "thread 1 (main)"));
    EXPECT_TRUE(finds("^[\\d.]+$", "1.5"));
}

TEST(TextPattern, CountsCharactersNotBytes) {
    EXPECT_TRUE(finds("^a.b$", "aµb"));
    EXPECT_TRUE(finds("^[^x]$", "µ"));
    EXPECT_TRUE(finds("µs", "5 µs"));
}

TEST(TextPattern, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(complaint("µ[z-a]"),
              "the regular expression is wrong at character 3, `z-a`: this is no set or range of "
              "characters");
    EXPECT_EQ(complaint("a(b"),
              "the regular expression is wrong: expected `)`; write `\\(` for the character");
    EXPECT_EQ(complaint("a*|*b"),
              "the regular expression is wrong at `*`: nothing stands before what is repeated; "
              "write `\\*` for the character");
    EXPECT_EQ(complaint("a(?=b)"),
              "the regular expression is wrong at character 2, `(?=`: this kind of group is not "
              "known; there is no look-around");
    for (const char* wrong : {"a)", "[a", "*a", "a{3,2}", "a{1001}", "\\", "\\k", "\xFF"}) {
        EXPECT_FALSE(complaint(wrong).empty());
    }
    EXPECT_FALSE(complaint("((a{100}){100}){100}").empty());
    EXPECT_EQ(TextPattern::regex(std::string(1001, 'a')).error().code, ErrorCode::TooLarge);
    EXPECT_FALSE(complaint(std::string(200, '(')).empty());
}

// Backtracking would take longer than the universe; states are forgotten and made again.
TEST(TextPattern, TakesLinearTime) {
    EXPECT_FALSE(finds("^(a+)+$", std::string(100'000, 'a') + "b"));
    EXPECT_FALSE(finds("(a|b)*a(a|b){14}c", [] {
        std::string text;
        for (std::uint32_t i = 0, random = 1; i < 100'000; ++i) {
            random = random * 1'664'525 + 1'013'904'223;
            text += (random >> 16U) % 2 != 0 ? 'a' : 'b';
        }
        return text;
    }()));
}

// Escapes mean the same in a set as outside of one.
TEST(TextPattern, KnowsEscapesInSets) {
    EXPECT_TRUE(finds("^[\\t]$", "\t"));
    EXPECT_FALSE(finds("^[\\t]$", "t"));
    EXPECT_TRUE(finds("^[\\D]+$", "aten::add"));
    EXPECT_FALSE(finds("^[\\D]+$", "12"));
    EXPECT_TRUE(finds("^[^\\n]+$", "named"));
    EXPECT_FALSE(finds("^[^\\n]+$", "a\nb"));
}

TEST(TextPattern, FoldsLettersOfAllScripts) {
    EXPECT_TRUE(finds("schrÖdinger", "SCHRöDINGER"));
    EXPECT_TRUE(finds("\\bmm\\b", "aten::mm"));
    EXPECT_FALSE(finds("\\bmm\\b", "aten::bmm"));
}

TEST(TextPattern, MatchesAroundBytesThatAreNoText) {
    EXPECT_TRUE(finds("mm$", "\xFF::mm"));
    EXPECT_FALSE(finds("^.::mm$", "\xFF::mm"));
}

TEST(TextPattern, AnswersTheSameAgain) {
    Result<TextPattern> pattern = TextPattern::regex("k(er)*nel$");
    ASSERT_TRUE(pattern.has_value());
    for (int round = 0; round < 3; ++round) {
        EXPECT_TRUE(pattern->matches("a kernel"));
        EXPECT_FALSE(pattern->matches("kernel b"));
        EXPECT_TRUE(pattern->matches("knel"));
    }
}

}  // namespace
}  // namespace gaplight
