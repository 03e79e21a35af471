// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/report/text/report_page.h"

namespace gaplight {

// A page as GitHub-flavored Markdown.
class MarkdownPage final : public ReportPage {
public:
    PageStyle style() const override { return PageStyle::Markdown; }
    void title(std::string_view text) override;
    void heading(std::string_view text) override;
    void subheading(std::string_view text) override;
    void line(std::string_view text) override;
    void prose(std::string_view text) override;
    void item(std::string_view marker, std::string_view text) override;
    void table(const PageTable& table) override;
    void figure(const PageFigure& figure) override;
    void section(const PageSection& section) override;
    void markdown(std::string_view text) override;
    [[nodiscard]] std::string take() override { return std::move(m_text); }

private:
    void blankLine();
    void addParagraph(const std::string& markdown);

    bool m_isAfterLine = false;  // the next element needs a blank line before it
    std::string m_text;
};

// A page for a terminal: columns aligned by spaces, prose and items broken between words at `width`
// characters, titles in bold and severities in color where the terminal has color.
class PlainPage final : public ReportPage {
public:
    // `style`: Plain, Color or Agent.
    PlainPage(PageStyle style, std::size_t width) : m_style(style), m_width(width) {}

    PageStyle style() const override { return m_style; }
    void title(std::string_view text) override;
    void heading(std::string_view text) override;
    void subheading(std::string_view text) override { heading(text); }
    void line(std::string_view text) override;
    void prose(std::string_view text) override { addWrapped({}, text, 0); }
    void item(std::string_view marker, std::string_view text) override;
    void table(const PageTable& table) override;
    void markdown(std::string_view text) override;
    [[nodiscard]] std::string take() override { return std::move(m_text); }

private:
    void blankLine();
    // Lines that begin with `indent` spaces, the first one with `marker` in their place.
    void addWrapped(std::string_view marker, std::string_view text, std::size_t indent);
    std::string colored(std::string_view color, std::string_view text) const;

    PageStyle m_style;
    std::size_t m_width;
    bool m_isAfterLine = false;
    std::string m_text;
};

}  // namespace gaplight
