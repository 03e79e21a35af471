// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/text_page.h"

#include <algorithm>
#include <cstddef>

#include "core/base/markdown.h"
#include "core/base/utf8.h"
#include "core/report/text/html_text.h"

namespace gaplight {
namespace {

constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kDim = "\x1b[2m";
constexpr std::string_view kPlain = "\x1b[0m";
constexpr std::string_view kColumnGap = "  ";
constexpr std::size_t kPageWidth = 110;  // of running text
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

std::string markdownRow(const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& cell : cells) {
        text += " " + cell + " |";
    }
    return text + "\n";
}

}  // namespace

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

std::string TextPage::emphasised(std::string_view text) const {
    switch (m_style) {
        case PageStyle::Colour:
            return std::string(kBold).append(text).append(kPlain);
        case PageStyle::Html:
        case PageStyle::Markdown:
        case PageStyle::Plain:
            break;
    }
    return std::string(text);
}

void TextPage::blankLine() {
    if (!m_text.empty() && !m_text.ends_with("\n\n")) {
        m_text += "\n";
    }
    m_afterLine = false;
}

void TextPage::element(std::string_view tag, std::string_view text) {
    m_text.append("<").append(tag).append(">").append(escapedHtml(text));
    m_text.append("</").append(tag).append(">\n");
}

void TextPage::title(std::string_view text) {
    if (m_style == PageStyle::Html) {
        return element("h1", text);
    }
    const std::string safe = printable(text);
    m_text += m_style == PageStyle::Markdown ? "# " + escapedMarkdown(safe) : emphasised(safe);
    m_text += "\n";
    if (m_style == PageStyle::Markdown) {
        blankLine();
    }
}

void TextPage::heading(std::string_view text) {
    if (m_style == PageStyle::Html) {
        return element("h2", text);
    }
    const std::string safe = printable(text);
    blankLine();
    m_text += m_style == PageStyle::Markdown ? "## " + escapedMarkdown(safe) : emphasised(safe);
    m_text += "\n";
    if (m_style == PageStyle::Markdown) {
        blankLine();
    }
}

void TextPage::line(std::string_view text) {
    if (m_style == PageStyle::Html) {
        return element("p", text);
    }
    const std::string safe = printable(text);
    if (m_style == PageStyle::Markdown && m_afterLine) {
        m_text += "\n";
    }
    m_text += m_style == PageStyle::Markdown ? escapedMarkdown(safe) : safe;
    m_text += "\n";
    m_afterLine = true;
}

void TextPage::item(std::string_view marker, std::string_view text) {
    const std::string safe = printable(text);
    if (m_style == PageStyle::Markdown || m_style == PageStyle::Html) {
        line(std::string(marker) + " " + safe);
        return;
    }
    std::string row = padded(std::string(marker), kMarkerWidth, Align::Left);
    std::size_t width = kMarkerWidth;
    for (std::size_t at = 0; at < safe.size();) {
        const std::size_t end = std::min(safe.find(' ', at), safe.size());
        const std::string_view word = std::string_view(safe).substr(at, end - at);
        if (width + 1 + widthOf(word) > kPageWidth && width > kMarkerWidth) {
            m_text += row + "\n";
            row.assign(kMarkerWidth, ' ');
            width = kMarkerWidth;
        }
        row += (width > kMarkerWidth ? " " : "") + std::string(word);
        width += widthOf(word) + (width > kMarkerWidth ? 1 : 0);
        at = end + 1;
    }
    m_text += row + "\n";
    m_afterLine = true;
}

void TextPage::markdown(const std::string& text) {
    blankLine();
    m_text += text + (text.ends_with('\n') ? "" : "\n");
    blankLine();
}

void TextPage::table(const TextTable& table) {
    if (table.rows.empty()) {
        return;
    }
    if (m_style == PageStyle::Html) {
        m_text += htmlTable(table);
        return;
    }
    if (m_afterLine) {
        blankLine();
    }
    if (m_style == PageStyle::Markdown) {
        markdownTable(table);
    } else {
        plainTable(table);
    }
}

void TextPage::plainTable(const TextTable& table) {
    const std::size_t columns = table.columns.size();
    std::vector<std::vector<std::string>> cells;
    std::vector<std::size_t> widths;
    for (const TextColumn& column : table.columns) {
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
    const bool hasColour = m_style == PageStyle::Colour;
    m_text += hasColour ? std::string(kDim).append(titles).append(kPlain) : titles;
    m_text += "\n";
    for (const std::vector<std::string>& row : cells) {
        m_text += join([&](std::size_t i) { return row[i]; }) + "\n";
    }
    blankLine();
}

void TextPage::markdownTable(const TextTable& table) {
    std::vector<std::string> titles;
    std::vector<std::string> rules;
    for (const TextColumn& column : table.columns) {
        titles.push_back(column.title.empty() ? " " : escapedMarkdown(column.title));
        rules.emplace_back(column.align == Align::Left ? "---" : "--:");
    }
    m_text += markdownRow(titles) + markdownRow(rules);
    for (const std::vector<std::string>& row : table.rows) {
        std::vector<std::string> cells;
        cells.reserve(row.size());
        for (const std::string& cell : row) {
            cells.push_back(escapedMarkdown(printable(cell)));
        }
        m_text += markdownRow(cells);
    }
    blankLine();
}

}  // namespace gaplight
