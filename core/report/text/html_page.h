// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/report/text/report_page.h"
#include "core/scene/display/theme.h"

namespace gaplight {

struct HtmlThemes {
    Theme light;
    Theme dark;
};

// The themes of this program. Errors: as builtInTheme().
[[nodiscard]] Result<HtmlThemes> builtInHtmlThemes();

// A report as one HTML file around `body`, with styles in the color scheme of the reader's system
// (light on paper) and the colors of figures (SvgOptions::variables). No script, no network.
[[nodiscard]] std::string htmlDocument(std::string_view title, const std::string& body,
                                       const HtmlThemes& themes);

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
