// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gaplight {

enum class PageStyle : std::uint8_t { Plain, Colour, Markdown, Html };

enum class Align : std::uint8_t { Left, Right };

struct TextColumn {
    std::string title;
    Align align = Align::Left;
    // Longer cells lose their middle to an ellipsis; 0: never. Markdown keeps them whole.
    std::size_t widest = 0;
};

struct TextTable {
    std::vector<TextColumn> columns;
    std::vector<std::vector<std::string>> rows;
};

// A report for display, written from top to bottom in one of the styles.
class TextPage {
public:
    explicit TextPage(PageStyle style) : m_style(style) {}

    void title(std::string_view text);
    void heading(std::string_view text);
    void line(std::string_view text);
    // A marker and a text of any length behind it, broken between words at the page's width; in
    // Markdown a line of its own.
    void item(std::string_view marker, std::string_view text);
    // Text that is Markdown already, as it stands in every style. Not for HTML.
    void markdown(const std::string& text);
    // Nothing at all where the table has no rows.
    void table(const TextTable& table);

    [[nodiscard]] PageStyle style() const { return m_style; }
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    void blankLine();
    void element(std::string_view tag, std::string_view text);  // of HTML
    void plainTable(const TextTable& table);
    void markdownTable(const TextTable& table);
    [[nodiscard]] std::string emphasised(std::string_view text) const;

    PageStyle m_style;
    std::string m_text;
    bool m_afterLine = false;
};

// Makes text safe to print: invalid UTF-8, control characters and line breaks are replaced.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace gaplight
