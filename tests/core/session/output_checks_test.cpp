// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/checks/output_checks.h"

#include <string>

#include <gtest/gtest.h>

namespace gaplight::test {
namespace {

std::string problemsOf(const std::string& markdown) {
    Problems problems;
    checkMarkdown(markdown, "page", problems);
    return problems.text();
}

TEST(MarkdownCheck, AcceptsWhatPagesAreMadeOf) {
    EXPECT_EQ(problemsOf("# a\\<b\\>\n\n! see `f<g>` and ``<`b>``, 1 < 2\n\n![x](<a.svg>)\n\n"
                         "| name | n |\n| --- | --: |\n| `a\\|b` | c\\|d |\n|   | 1 |\n\nend\n"),
              "");
}

TEST(MarkdownCheck, FindsCellsThatAreNoCells) {
    EXPECT_NE(problemsOf("| a | b |\n| --- | --- |\n| 1 | 2 | 3 |\n"), "");
    EXPECT_NE(problemsOf("| a | b |\n| --- | --- |\n| `1|2` | 3 |\n"), "");
    EXPECT_NE(problemsOf("| a | b |\n| --- | --- |\n| 1 | 2\n"), "");
    EXPECT_NE(problemsOf("| a | b |\n| 1 | 2 |\n"), "");
    EXPECT_NE(problemsOf("| a | b |\n\ntext\n"), "");
}

TEST(MarkdownCheck, FindsMarkupAndControlCharacters) {
    for (const char* text : {"a <b>c</b>", "</p>", "<!-- x -->", "\\\\<i>", "`a <b>", "[x](y) <a>",
                             "<https://x>", "a\x1b[31m", ""}) {
        EXPECT_NE(problemsOf(text), "") << text;
    }
}

std::string problemsOfJson(const std::string& json) {
    Problems problems;
    checkJson(json, "report", problems);
    return problems.text();
}

TEST(JsonCheck, FindsNumbersBelowZero) {
    EXPECT_EQ(problemsOfJson(R"({"a": [1, 2.5, {"b": 0}], "n": 18446744073709551615})"), "");
    EXPECT_EQ(problemsOfJson(R"({"a": [1, {"b": -1}]})"), "report: below zero: /a/1/b = -1\n");
    EXPECT_EQ(problemsOfJson(R"({"a": -0.5})"), "report: below zero: /a = -0.5\n");
    EXPECT_NE(problemsOfJson(R"({"a": 1)"), "");
}

TEST(JsonCheck, AcceptsThemWhereTheyMeanSomething) {
    EXPECT_EQ(problemsOfJson(R"({"delta_ns": -1, "saving": {"ns": -2}})"), "");
    EXPECT_EQ(problemsOfJson(R"({"per_rank": [{"begin_ns": -1}]})"), "");
    EXPECT_NE(problemsOfJson(R"({"begin_ns": -1})"), "");
    EXPECT_NE(problemsOfJson(R"({"per_rank": [{"count": -1}]})"), "");
}

TEST(JsonSyntaxCheck, TakesAnyNumberAndNothingElse) {
    for (const char* json : {"{}", "[1e999]", "-5", "[\"\\ud800\"]"}) {
        Problems problems;
        checkJsonSyntax(json, "text", problems);
        EXPECT_EQ(problems.text(), "") << json;
    }
    for (const char* json : {"", "{", "[1,]", "[NaN]", "[\"\x01\"]", "[\"\xff\"]", "{} {}"}) {
        Problems problems;
        checkJsonSyntax(json, "text", problems);
        EXPECT_NE(problems.text(), "") << json;
    }
}

}  // namespace
}  // namespace gaplight::test
