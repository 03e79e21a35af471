// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/report_page.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(ReportPage, TableAlignsByCharactersAndElidesTheMiddle) {
    const auto page = makePage(PageStyle::Plain);
    page->table({{{"name", Align::Left, 9}, {"µs", Align::Right}},
                 {{"short", "1"}, {"abcdefghijklmnop", "1,234"}, {"µµµµµµµµµµ", "5"}}});
    EXPECT_EQ(page->take(),
              "name          µs\n"
              "short          1\n"
              "abcde…nop  1,234\n"
              "µµµµµ…µµµ      5\n"
              "\n");
}

TEST(ReportPage, MarkdownEscapesAndKeepsWholeNames) {
    const auto page = makePage(PageStyle::Markdown);
    page->title("a_b");
    page->line("one");
    page->line("two");
    page->table({{{"name", Align::Left, 3}, {"n", Align::Right}}, {{"a|b<c>", "1"}}});
    EXPECT_EQ(page->take(),
              "# a\\_b\n\none\n\ntwo\n\n"
              "| name | n |\n| --- | --: |\n| a\\|b\\<c\\> | 1 |\n\n");
}

TEST(ReportPage, MarkdownKeepsBarsOfCodeInTheirCells) {
    const auto page = makePage(PageStyle::Markdown);
    page->table(
        {{{"name", Align::Left, 0, CellKind::Code}, {"what", Align::Left, 0, CellKind::Prose}},
         {{"f(a|b)", "`a||b` c|d"}}});
    EXPECT_EQ(page->take(),
              "| name | what |\n| --- | --- |\n| `f(a\\|b)` | `a\\|\\|b` c\\|d |\n\n");
}

TEST(ReportPage, HtmlKeepsTheIndentOfARow) {
    const auto page = makePage(PageStyle::Html);
    page->table({{{"measure"}, {"A"}}, {{"GPU idle", "6 ms"}, {"  host was late", "5 ms"}}});
    const std::string text = page->take();
    EXPECT_NE(text.find("<td>GPU idle</td>"), std::string::npos) << text;
    EXPECT_NE(text.find("<td>&#160;&#160;&#160;&#160;host was late</td>"), std::string::npos)
        << text;
}

TEST(ReportPage, AnAgentGetsNoHintsOfACommandLine) {
    for (const PageStyle style : {PageStyle::Plain, PageStyle::Color, PageStyle::Markdown}) {
        EXPECT_EQ(makePage(style)->hint("; --all"), "; --all");
    }
    const auto page = makePage(PageStyle::Agent);
    EXPECT_EQ(page->hint("; --all"), "");
    page->title("a");
    const auto plain = makePage(PageStyle::Plain);
    plain->title("a");
    EXPECT_EQ(page->take(), plain->take());
}

TEST(ReportPage, ATableWithoutRowsIsNothing) {
    const auto page = makePage(PageStyle::Plain);
    page->table({{{"name"}}, {}});
    EXPECT_EQ(page->take(), "");
}

// One page with every kind of element and with markup in its texts.
std::string everything(PageStyle style) {
    const auto page = makePage(style);
    page->title("a<b>_c");
    page->note("from x&y");
    page->heading("Head");
    page->result(Mark::Unhealthy, "slower");
    page->item("!", "see `f_1` and <g>");
    page->figure({"<svg></svg>\n", "p.svg", "a figure"});
    page->table({{{"rule", Align::Left, 0, CellKind::Code},
                  {"", Align::Left, 0, CellKind::Mark},
                  {"what", Align::Left, 0, CellKind::Prose},
                  {"n", Align::Right}},
                 {{"gpu_idle", "✓", "`x` <y>", "1"}}});
    PageSection section;
    section.number = 3;
    section.severity = "warning";
    section.title = "`k<1>` is slow";
    section.summary = "`rule`, warning";
    section.entries = {{"Why", "a_b"}};
    section.figure = PageFigure{"<svg/>\n", {}, "not in Markdown"};
    page->section(section);
    page->prose("end of `it`");
    return page->take();
}

TEST(ReportPage, WritesEveryElementAsMarkdown) {
    EXPECT_EQ(
        everything(PageStyle::Markdown),
        "# a\\<b\\>\\_c\n\nfrom x&y\n\n## Head\n\nslower\n\n! see `f_1` and \\<g\\>\n\n"
        "![a figure](<p.svg>)\n\n"
        "| rule |   | what | n |\n| --- | --- | --- | --: |\n| `gpu_idle` | ✓ | `x` \\<y\\> | 1 |"
        "\n\n### `k<1>` is slow\n\n`rule`, warning\n\n- **Why:** a\\_b\n\nend of `it`\n");
}

TEST(ReportPage, WritesEveryElementAsHtml) {
    EXPECT_EQ(everything(PageStyle::Html),
              "<h1>a&lt;b&gt;_c</h1>\n<p class=\"quiet\">from x&amp;y</p>\n<h2>Head</h2>\n"
              "<p class=\"verdict unhealthy\">✗ slower</p>\n"
              "<p class=\"item\"><strong>!</strong> see <code>f_1</code> and &lt;g&gt;</p>\n"
              "<figure>\n<svg></svg>\n</figure>\n"
              "<div class=\"table\"><table>\n<thead><tr><th>rule</th><th></th><th>what</th>"
              "<th class=\"number\">n</th></tr>\n</thead>\n<tbody>\n"
              "<tr><td><code>gpu_idle</code></td>"
              "<td><span role=\"img\" class=\"healthy\" aria-label=\"healthy\">✓</span></td>"
              "<td><code>x</code> &lt;y&gt;</td><td "
              "class=\"number\">1</td></tr>\n</tbody>\n</table></div>\n"
              "<section class=\"finding warning\" id=\"finding-3\">\n"
              "<h3>3. <code>k&lt;1&gt;</code> is slow</h3>\n"
              "<p class=\"quiet\"><code>rule</code>, warning</p>\n"
              "<dl>\n<dt>Why</dt><dd>a_b</dd>\n</dl>\n<figure>\n<svg/>\n</figure>\n</section>\n"
              "<p>end of <code>it</code></p>\n");
}

}  // namespace
}  // namespace gaplight
