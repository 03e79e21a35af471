// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/report_page.h"

#include "core/report/text/html_page.h"
#include "core/report/text/text_pages.h"

namespace gaplight {

std::string_view markText(Mark mark) {
    switch (mark) {
        case Mark::Healthy:
            return "✓";
        case Mark::Unhealthy:
            return "✗";
        case Mark::Unknown:
            break;
    }
    return "–";
}

bool ReportPage::isFull() const {
    return style() == PageStyle::Markdown || style() == PageStyle::Html;
}

std::string ReportPage::hint(std::string_view text) const {
    return std::string(style() == PageStyle::Agent ? std::string_view() : text);
}

void ReportPage::result(Mark /*mark*/, std::string_view text) {
    line(text);
}

void ReportPage::section(const PageSection& section) {
    subheading(section.title);
    line(section.summary);
    for (const auto& [name, text] : section.entries) {
        item("", name + ": " + text);
    }
    if (section.figure) {
        figure(*section.figure);
    }
}

std::unique_ptr<ReportPage> makePage(PageStyle style, std::size_t width) {
    switch (style) {
        case PageStyle::Markdown:
            return std::make_unique<MarkdownPage>();
        case PageStyle::Html:
            return std::make_unique<HtmlPage>();
        case PageStyle::Color:
        case PageStyle::Plain:
        case PageStyle::Agent:
            break;
    }
    return std::make_unique<PlainPage>(style, width);
}

}  // namespace gaplight
