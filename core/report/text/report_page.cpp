// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/report_page.h"

#include "core/base/utf8.h"
#include "core/report/text/html_page.h"
#include "core/report/text/markdown_page.h"
#include "core/report/text/plain_page.h"

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

void ReportPage::result(Mark /*mark*/, std::string_view text) {
    line(text);
}

void ReportPage::section(const PageSection& section) {
    subheading(section.title);
    line(section.summary);
    for (const auto& [name, text] : section.entries) {
        item(name + ":", text);
    }
    if (section.figure) {
        figure(*section.figure);
    }
}

std::unique_ptr<ReportPage> makePage(PageStyle style) {
    switch (style) {
        case PageStyle::Markdown:
            return std::make_unique<MarkdownPage>();
        case PageStyle::Html:
            return std::make_unique<HtmlPage>();
        case PageStyle::Colour:
        case PageStyle::Plain:
            break;
    }
    return std::make_unique<PlainPage>(style == PageStyle::Colour);
}

std::string printable(std::string_view text) {
    std::string out = validUtf8(text);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto byte = static_cast<unsigned char>(out[i]);
        // C1 controls are two bytes in UTF-8: C2 80 to C2 9F.
        const bool isC1 =
            byte == 0xC2U && i + 1 < out.size() && static_cast<unsigned char>(out[i + 1]) < 0xA0U;
        if (isC1) {
            out.replace(i, 2, " ");
        } else if (byte < 0x20U || byte == 0x7FU) {
            out[i] = ' ';
        }
    }
    return out;
}

}  // namespace gaplight
