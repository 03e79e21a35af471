// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/markdown_page.h"

#include <algorithm>

#include "core/base/markdown.h"
#include "core/base/printable_text.h"
#include "core/report/text/code_spans.h"
#include "core/report/text/escaped_text.h"

namespace gaplight {
namespace {

std::string literal(std::string_view text) {
    return escapedMarkdown(printable(text));
}

std::string cellMarkdown(CellKind kind, const std::string& text) {
    switch (kind) {
        case CellKind::Prose:
            return codeSpansTableCell(text);
        case CellKind::Code:
            return codeSpansTableCell(codeSpan(text));
        case CellKind::Mark:
        case CellKind::Text:
            break;
    }
    return literal(text);
}

std::string markdownRow(const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& cell : cells) {
        text += " " + cell + " |";
    }
    return text + "\n";
}

}  // namespace

void MarkdownPage::blankLine() {
    if (!m_text.empty() && !m_text.ends_with("\n\n")) {
        m_text += "\n";
    }
    m_isAfterLine = false;
}

void MarkdownPage::addParagraph(const std::string& markdown) {
    if (m_isAfterLine) {
        m_text += "\n";
    }
    m_text += markdown + "\n";
    m_isAfterLine = true;
}

void MarkdownPage::title(std::string_view text) {
    m_text += "# " + literal(text) + "\n";
    blankLine();
}

void MarkdownPage::heading(std::string_view text) {
    blankLine();
    m_text += "## " + literal(text) + "\n";
    blankLine();
}

void MarkdownPage::subheading(std::string_view text) {
    blankLine();
    m_text += "### " + codeSpansMarkdown(text) + "\n";
    blankLine();
}

void MarkdownPage::line(std::string_view text) {
    addParagraph(literal(text));
}

void MarkdownPage::prose(std::string_view text) {
    addParagraph(codeSpansMarkdown(text));
}

void MarkdownPage::item(std::string_view marker, std::string_view text) {
    addParagraph(literal(marker) + " " + codeSpansMarkdown(text));
}

void MarkdownPage::table(const PageTable& table) {
    if (table.rows.empty()) {
        return;
    }
    if (m_isAfterLine) {
        blankLine();
    }
    std::vector<std::string> titles;
    std::vector<std::string> rules;
    for (const PageColumn& column : table.columns) {
        titles.push_back(column.title.empty() ? " " : escapedMarkdown(column.title));
        rules.emplace_back(column.align == Align::Left ? "---" : "--:");
    }
    m_text += markdownRow(titles) + markdownRow(rules);
    for (const std::vector<std::string>& row : table.rows) {
        std::vector<std::string> cells;
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            cells.push_back(cellMarkdown(table.columns[column].kind, row[column]));
        }
        m_text += markdownRow(cells);
    }
    blankLine();
}

void MarkdownPage::figure(const PageFigure& figure) {
    if (!figure.path.empty()) {
        markdown("![" + literal(figure.description) + "](<" + fileUri(figure.path) + ">)");
    }
}

void MarkdownPage::section(const PageSection& section) {
    subheading(section.title);
    prose(section.summary);
    blankLine();
    for (const auto& [name, text] : section.entries) {
        m_text += "- **" + literal(name) + ":** " + codeSpansMarkdown(text) + "\n";
    }
    m_isAfterLine = true;
    if (section.figure) {
        figure(*section.figure);
    }
}

void MarkdownPage::markdown(std::string_view text) {
    blankLine();
    m_text.append(text).append(text.ends_with('\n') ? "" : "\n");
    blankLine();
}

}  // namespace gaplight
