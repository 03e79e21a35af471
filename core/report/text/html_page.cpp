// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/html_page.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "core/report/text/escaped_text.h"
#include "core/report/text/svg_player.h"
#include "core/report/text/tool_version.h"

namespace gaplight {
namespace {

constexpr std::string_view kStyle = R"CSS(
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--text);
font:15px/1.5 Inter,system-ui,sans-serif}
main{max-width:1100px;margin:0 auto;padding:32px 20px 64px}
h1{font-size:24px;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:19px;margin:40px 0 12px;padding-bottom:6px;border-bottom:1px solid var(--grid)}
h3{font-size:16px;margin:0 0 4px;line-height:1.4}
p{margin:4px 0}
a{color:var(--accent)}
code{font:0.9em ui-monospace,"DejaVu Sans Mono",monospace;background:var(--panel_background);
padding:1px 4px;border-radius:3px;overflow-wrap:anywhere}
.quiet{color:var(--secondary_text)}
figure{margin:16px 0;border:1px solid var(--grid);border-radius:6px;overflow:auto}
figure svg{display:block;width:100%;min-width:700px;height:auto}
figure svg.fixed{width:auto;min-width:0;margin:12px}
section.finding{border-left:4px solid var(--severity_info);padding:2px 0 2px 16px;margin:28px 0}
section.warning{border-color:var(--severity_warning)}
section.critical{border-color:var(--severity_critical)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 14px;margin:10px 0}
dt{font-weight:600}
dd{margin:0;overflow-wrap:anywhere}
.table{overflow-x:auto;margin:10px 0 18px}
table{border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:4px 14px 4px 0;border-bottom:1px solid var(--grid);
vertical-align:top}
td{overflow-wrap:anywhere;max-width:480px}
th{color:var(--secondary_text);font-weight:600;white-space:nowrap}
.number{text-align:right;white-space:nowrap}
.verdict{font-size:17px;font-weight:600}
.item{margin-left:20px;text-indent:-16px}
.unhealthy{color:var(--unhealthy)}
.healthy{color:var(--healthy)}
.unknown{color:var(--secondary_text)}
@media print{main{max-width:none;padding:0}h2,h3,h3+p{break-after:avoid}
figure,tr,dl{break-inside:avoid}figure svg{min-width:0;max-height:64vh}body{font-size:11pt}}
)CSS";

// Variables of a theme: every color of a figure, and the roles by name.
std::string variables(const Theme& theme) {
    std::string text = svgColors(theme);
    for (std::size_t role = 0; role < static_cast<std::size_t>(Role::Count_); ++role) {
        const ColorRef color = static_cast<Role>(role);
        text += fmt::format("--{}:var(--c{});", roleName(color.role()), color.tableIndex());
    }
    return text;
}

// Paper is white: its colors come last, whatever the screen has.
std::string styleSheet(const HtmlThemes& themes) {
    return fmt::format(
        "<style>\n:root{{color-scheme:light dark;{}}}\n@media screen and "
        "(prefers-color-scheme:dark){{:root{{{}}}}}{}</style>\n",
        variables(themes.light), variables(themes.dark), kStyle);
}

}  // namespace

Result<HtmlThemes> builtInHtmlThemes() {
    return HtmlThemes{TRY(builtInTheme(false)), TRY(builtInTheme(true))};
}

std::string htmlDocument(std::string_view title, const std::string& body,
                         const HtmlThemes& themes) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
        "<title>{} · Gaplight</title>\n{}</head>\n<body>\n<main>\n{}"
        "<p class=\"quiet\">Gaplight {}</p>\n</main>\n</body>\n</html>\n",
        escapedHtml(title), styleSheet(themes), body, toolVersion());
}

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

namespace {

// Of leading spaces, which make a row a part of the one above.
std::string indentHtml(std::size_t spaces) {
    std::string text;
    for (std::size_t at = 0; at < spaces; ++at) {
        text += "&#160;&#160;";
    }
    return text;
}

}  // namespace

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
            const std::string& cell = row[column];
            const std::size_t indent = std::min(cell.find_first_not_of(' '), cell.size());
            cells[column] =
                indentHtml(indent) + cellHtml(table.columns[column].kind, cell.substr(indent));
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
