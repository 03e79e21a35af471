// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/printable_text.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(Markdown, EscapesWhatWouldBeMarkup) {
    EXPECT_EQ(escapedMarkdown("named_modules"), "named\\_modules");
    EXPECT_EQ(escapedMarkdown("a|b `c` *d* ~e~ [f] #1 <g> \\"),
              "a\\|b \\`c\\` \\*d\\* \\~e\\~ \\[f\\] \\#1 \\<g\\> \\\\");
    EXPECT_EQ(escapedMarkdown("12.5 % (a, b)\nµ"), "12.5 % (a, b)\nµ");
}

TEST(Markdown, EscapesAddressesAndEntities) {
    EXPECT_EQ(escapedMarkdown("http://a.b/c www.a.b a::b a: b"),
              "http\\://a.b/c www\\.a.b a::b a: b");
    EXPECT_EQ(escapedMarkdown("&lt; &#60; a && b, T const& c"),
              "\\&lt; &\\#60; a && b, T const& c");
}

}  // namespace
}  // namespace gaplight
