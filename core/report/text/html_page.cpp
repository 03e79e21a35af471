// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/html_page.h"

#include <fmt/format.h>

#include "core/report/text/code_spans.h"
#include "core/report/text/escaped_text.h"

namespace gaplight {
namespace {

std::string codeSpansHtml(std::string_view text) {
    std::string html;
    for (const TextRun& run : codeSpans(text)) {
        const std::string safe = escapedHtml(run.text);
        html += run.code ? "<code>" + safe + "</code>" : safe;
    }
    return html;
}

// Also the name of the class that colors it.
std::string_view labelOf(std::string_view mark) {
    return mark == markText(Mark::Healthy)     ? "healthy"
           : mark == markText(Mark::Unhealthy) ? "unhealthy"
                                               : "unknown";
}

std::string markHtml(std::string_view mark) {
    return fmt::format("<span role=\"img\" class=\"{0}\" aria-label=\"{0}\">{1}</span>",
                       labelOf(mark), mark);
}

std::string cellHtml(CellKind kind, const std::string& text) {
    switch (kind) {
        case CellKind::Prose:
            return codeSpansHtml(text);
        case CellKind::Code:
            return "<code>" + escapedHtml(text) + "</code>";
        case CellKind::Mark:
            return markHtml(text);
        case CellKind::Text:
            break;
    }
    return escapedHtml(text);
}

std::string rowHtml(const PageTable& table, std::string_view tag,
                    const std::vector<std::string>& cells) {
    std::string html = "<tr>";
    for (std::size_t column = 0; column < cells.size(); ++column) {
        const bool isNumber = table.columns[column].align == Align::Right;
        html += fmt::format("<{0}{1}>{2}</{0}>", tag, isNumber ? " class=\"number\"" : "",
                            cells[column]);
    }
    return html + "</tr>\n";
}

}  // namespace

void HtmlPage::title(std::string_view text) {
    m_text += "<h1>" + escapedHtml(text) + "</h1>\n";
}

void HtmlPage::heading(std::string_view text) {
    m_text += "<h2>" + escapedHtml(text) + "</h2>\n";
}

void HtmlPage::subheading(std::string_view text) {
    m_text += "<h3>" + codeSpansHtml(text) + "</h3>\n";
}

void HtmlPage::line(std::string_view text) {
    m_text += "<p>" + escapedHtml(text) + "</p>\n";
}

void HtmlPage::note(std::string_view text) {
    m_text += "<p class=\"quiet\">" + escapedHtml(text) + "</p>\n";
}

void HtmlPage::prose(std::string_view text) {
    m_text += "<p>" + codeSpansHtml(text) + "</p>\n";
}

void HtmlPage::result(Mark mark, std::string_view text) {
    m_text += fmt::format("<p class=\"verdict {}\">{} {}</p>\n", labelOf(markText(mark)),
                          markText(mark), escapedHtml(text));
}

void HtmlPage::item(std::string_view marker, std::string_view text) {
    m_text += fmt::format("<p class=\"item\"><strong>{}</strong> {}</p>\n", escapedHtml(marker),
                          codeSpansHtml(text));
}

void HtmlPage::table(const PageTable& table) {
    if (table.rows.empty()) {
        return;
    }
    std::vector<std::string> cells;
    for (const PageColumn& column : table.columns) {
        cells.push_back(escapedHtml(column.title));
    }
    m_text += "<div class=\"table\"><table>\n<thead>" + rowHtml(table, "th", cells) +
              "</thead>\n<tbody>\n";
    for (const std::vector<std::string>& row : table.rows) {
        for (std::size_t column = 0; column < cells.size(); ++column) {
            cells[column] = cellHtml(table.columns[column].kind, row[column]);
        }
        m_text += rowHtml(table, "td", cells);
    }
    m_text += "</tbody>\n</table></div>\n";
}

void HtmlPage::figure(const PageFigure& figure) {
    if (!figure.svg.empty()) {
        m_text += "<figure>\n" + figure.svg + "</figure>\n";
    }
}

void HtmlPage::section(const PageSection& section) {
    m_text += fmt::format(
        "<section class=\"finding {0}\" id=\"finding-{1}\">\n<h3>{1}. {2}</h3>\n"
        "<p class=\"quiet\">{3}</p>\n<dl>\n",
        section.severity, section.number, codeSpansHtml(section.title),
        codeSpansHtml(section.summary));
    for (const auto& [name, text] : section.entries) {
        m_text += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escapedHtml(name), codeSpansHtml(text));
    }
    m_text += "</dl>\n";
    if (section.figure) {
        figure(*section.figure);
    }
    m_text += "</section>\n";
}

}  // namespace gaplight
