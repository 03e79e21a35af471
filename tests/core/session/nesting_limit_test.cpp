// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/nesting_limit.h"

#include <string>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

std::string repeated(const std::string& text, std::size_t count) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i) {
        all += text;
    }
    return all;
}

bool isJsonAccepted(const std::string& text, std::size_t maxValues = 1000) {
    return checkJsonNesting(text, maxValues).has_value();
}

bool isTomlAccepted(const std::string& text) {
    return checkTomlNesting(text).has_value();
}

TEST(NestingLimit, CountsBracketsOfJson) {
    EXPECT_TRUE(isJsonAccepted(repeated("[", kMaxNesting)));
    EXPECT_FALSE(isJsonAccepted(repeated("[", kMaxNesting + 1)));
    EXPECT_FALSE(isJsonAccepted(repeated(R"({"a":)", kMaxNesting + 1)));
    EXPECT_TRUE(isJsonAccepted("[" + repeated("[],", 300)));
    EXPECT_TRUE(isJsonAccepted("[\"" + repeated("[", 100) + "\\\"" + repeated("[", 100) + "\"]"));
    EXPECT_FALSE(isJsonAccepted("[\"\\\\\"" + repeated("[", 100)));
    EXPECT_TRUE(isJsonAccepted("\"unfinished \\"));
}

TEST(NestingLimit, CountsValuesOfJson) {
    EXPECT_TRUE(isJsonAccepted("[" + repeated("0,", 99), 100));
    EXPECT_FALSE(isJsonAccepted("[" + repeated("0,", 100), 100));
    EXPECT_TRUE(isJsonAccepted("[\"" + repeated(",", 200) + "\"]", 100));
}

TEST(NestingLimit, CountsTablesOfToml) {
    EXPECT_TRUE(isTomlAccepted(repeated("[a.b]\nc.d = 1\n", 100)));
    EXPECT_FALSE(isTomlAccepted("[" + repeated("a.", kMaxNesting + 1) + "a]\n"));
    EXPECT_FALSE(isTomlAccepted(repeated("a.", kMaxNesting + 1) + "a = 1"));
    EXPECT_FALSE(isTomlAccepted("a = " + repeated("[", kMaxNesting + 1)));
    EXPECT_FALSE(isTomlAccepted("a = " + repeated("[\n", kMaxNesting + 1)));
    EXPECT_FALSE(isTomlAccepted("a = " + repeated("{b = ", kMaxNesting + 1)));
}

TEST(NestingLimit, IgnoresStringsAndCommentsOfToml) {
    const std::string many = repeated("[.", 100);
    for (const std::string& harmless :
         {"# " + many, "a = \"" + many + "\"", "a = \"\\\"" + many + "\"", "a = '" + many + "'",
          "a = \"\"\"\n" + many + "\n\"\"\"", "a = '''\n" + many + "\n'''",
          "a = '''x'''''\n# " + many, "a = \"\"\"x\"\"\"\"\"\n# " + many}) {
        EXPECT_TRUE(isTomlAccepted(harmless)) << harmless;
        EXPECT_FALSE(isTomlAccepted(harmless + "\n" + many)) << harmless;
    }
    // A string with one quote ends with its line.
    EXPECT_FALSE(isTomlAccepted("a = \"x\n" + many));
}

}  // namespace
}  // namespace gaplight
