// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/report/text/report_page.h"

namespace gaplight {

// The body of an HTML page; htmlDocument puts head and styles around it.
class HtmlPage final : public ReportPage {
public:
    PageStyle style() const override { return PageStyle::Html; }
    void title(std::string_view text) override;
    void heading(std::string_view text) override;
    void subheading(std::string_view text) override;
    void line(std::string_view text) override;
    void note(std::string_view text) override;
    void prose(std::string_view text) override;
    void result(Mark mark, std::string_view text) override;
    void item(std::string_view marker, std::string_view text) override;
    void table(const PageTable& table) override;
    void figure(const PageFigure& figure) override;
    void section(const PageSection& section) override;
    void markdown(std::string_view text) override { line(text); }
    [[nodiscard]] std::string take() override { return std::move(m_text); }

private:
    std::string m_text;
};

}  // namespace gaplight
