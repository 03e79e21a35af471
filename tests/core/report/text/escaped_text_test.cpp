// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/escaped_text.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(EscapedText, CsvQuotesWhereItHasTo) {
    EXPECT_EQ(csvLine({"a", "b,c", "d \"e\"", ""}), "a,\"b,c\",\"d \"\"e\"\"\",\r\n");
    EXPECT_EQ(csvLine({"a\nb", "\x1b[2J"}), "a b, [2J\r\n");
}

TEST(EscapedText, CsvHasNoFormulas) {
    EXPECT_EQ(csvLine({"=1+1", "+a", "-a", "@SUM(1)", "\t=1", "＝1"}),
              "'=1+1,'+a,'-a,'@SUM(1),' =1,'＝1\r\n");
    EXPECT_EQ(csvLine({"-2109", "-0.25", "1e-7", "-1e+20", "a=b", "5 - 3"}),
              "-2109,-0.25,1e-7,-1e+20,a=b,5 - 3\r\n");
    EXPECT_EQ(csvLine({"=HYPERLINK(\"x\",1)"}), "\"'=HYPERLINK(\"\"x\"\",1)\"\r\n");
}

TEST(EscapedText, JsonEscapesWhatActs) {
    EXPECT_EQ(escapedJson("{\n \"µ\": \"\u009b\u202e\x7f\u2028\"}"),
              "{\n \"µ\": \"\\u009b\\u202e\\u007f\\u2028\"}");
}

TEST(EscapedText, AFileHasAnAddressOfOneKind) {
    EXPECT_EQ(fileUri("a/b c.py"), "a/b%20c.py");
    EXPECT_EQ(fileUri("/usr/lib/x.py"), "file:///usr/lib/x.py");
    EXPECT_EQ(fileUri("//host/x.py"), "file:///host/x.py");
    EXPECT_EQ(fileUri("javascript:alert(3)"), "javascript%3Aalert%283%29");
    EXPECT_EQ(fileUri("a\n\"<µ"), "a%0A%22%3C%C2%B5");
    EXPECT_EQ(fileUri(""), "");
}

TEST(EscapedText, XmlHasNoMarkupOfATextAndNothingThatActs) {
    EXPECT_EQ(xmlText("a<b>&\"c\"\n\x01\xff\u202e\uffff"),
              "a&lt;b&gt;&amp;&quot;c&quot;\n \ufffd\ufffd\ufffd");
    EXPECT_EQ(escapedHtml("<b>\n</b>"), "&lt;b&gt; &lt;/b&gt;");
}

}  // namespace
}  // namespace gaplight
