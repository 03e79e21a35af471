// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/text_pages.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "core/base/printable_text.h"
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

namespace {

constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kDim = "\x1b[2m";
constexpr std::string_view kPlain = "\x1b[0m";
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kSeverityColors{
    {{"critical:", "\x1b[1;31m"}, {"warning:", "\x1b[33m"}}};
constexpr std::string_view kColumnGap = "  ";
constexpr std::size_t kMarkerWidth = 4;

bool isContinuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// Characters, which is what a terminal's columns are for the scripts that names are written in.
std::size_t widthOf(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !isContinuation(c); }));
}

// Byte position of the character with this number.
std::size_t byteOf(std::string_view text, std::size_t character) {
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        if (!isContinuation(text[at]) && character-- == 0) {
            break;
        }
    }
    return at;
}

std::string elided(std::string_view text, std::size_t widest) {
    const std::size_t width = widthOf(text);
    if (widest == 0 || width <= widest) {
        return std::string(text);
    }
    const std::size_t head = (widest - 1) * 2 / 3;
    const std::size_t tail = widest - 1 - head;
    return std::string(text.substr(0, byteOf(text, head)))
        .append("…")
        .append(text.substr(byteOf(text, width - tail)));
}

std::string padded(const std::string& text, std::size_t width, Align align) {
    const std::string space(width - std::min(width, widthOf(text)), ' ');
    return align == Align::Left ? text + space : space + text;
}

}  // namespace

std::string PlainPage::colored(std::string_view color, std::string_view text) const {
    return m_style == PageStyle::Color ? std::string(color).append(text).append(kPlain)
                                       : std::string(text);
}

void PlainPage::blankLine() {
    if (!m_text.empty() && !m_text.ends_with("\n\n")) {
        m_text += "\n";
    }
    m_isAfterLine = false;
}

void PlainPage::title(std::string_view text) {
    m_text += colored(kBold, printable(text)) + "\n";
}

void PlainPage::heading(std::string_view text) {
    blankLine();
    title(text);
}

void PlainPage::line(std::string_view text) {
    m_text += printable(text) + "\n";
    m_isAfterLine = true;
}

void PlainPage::item(std::string_view marker, std::string_view text) {
    const std::size_t begin = m_text.size() + kMarkerWidth;
    addWrapped(marker, text, kMarkerWidth);
    for (const auto& [severity, color] : kSeverityColors) {
        if (m_style == PageStyle::Color && text.starts_with(severity)) {
            m_text.replace(begin, severity.size(), colored(color, severity));
        }
    }
}

void PlainPage::addWrapped(std::string_view marker, std::string_view text, std::size_t indent) {
    const std::string safe = printable(text);
    std::string row = padded(std::string(marker), indent, Align::Left);
    std::size_t width = indent;
    for (std::size_t at = 0; at < safe.size();) {
        const std::size_t end = std::min(safe.find(' ', at), safe.size());
        const std::string_view word = std::string_view(safe).substr(at, end - at);
        if (width + 1 + widthOf(word) > m_width && width > indent) {
            m_text += row + "\n";
            row.assign(indent, ' ');
            width = indent;
        }
        row += (width > indent ? " " : "") + std::string(word);
        width += widthOf(word) + (width > indent ? 1 : 0);
        at = end + 1;
    }
    m_text += row + "\n";
    m_isAfterLine = true;
}

void PlainPage::markdown(std::string_view text) {
    blankLine();
    m_text.append(text).append(text.ends_with('\n') ? "" : "\n");
    blankLine();
}

void PlainPage::table(const PageTable& table) {
    if (table.rows.empty()) {
        return;
    }
    if (m_isAfterLine) {
        blankLine();
    }
    const std::size_t columns = table.columns.size();
    std::vector<std::vector<std::string>> cells;
    std::vector<std::size_t> widths;
    for (const PageColumn& column : table.columns) {
        widths.push_back(widthOf(column.title));
    }
    for (const std::vector<std::string>& row : table.rows) {
        std::vector<std::string>& shown = cells.emplace_back();
        for (std::size_t i = 0; i < columns; ++i) {
            shown.push_back(elided(printable(row[i]), table.columns[i].widest));
            widths[i] = std::max(widths[i], widthOf(shown[i]));
        }
    }
    const auto join = [&](const auto& textOf) {
        std::string text;
        for (std::size_t i = 0; i < columns; ++i) {
            text += (i == 0 ? "" : std::string(kColumnGap)) +
                    padded(textOf(i), widths[i], table.columns[i].align);
        }
        text.erase(text.find_last_not_of(' ') + 1);
        return text;
    };
    const std::string titles = join([&](std::size_t i) { return table.columns[i].title; });
    m_text += colored(kDim, titles) + "\n";
    for (const std::vector<std::string>& row : cells) {
        m_text += join([&](std::size_t i) { return row[i]; }) + "\n";
    }
    blankLine();
}

}  // namespace gaplight
