// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/analyze_html.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/base/duration_text.h"
#include "core/report/analysis_details.h"
#include "core/report/findings_markdown.h"
#include "core/report/html_text.h"
#include "core/report/screen_parts.h"
#include "core/report/shown_findings.h"
#include "core/report/svg_player.h"
#include "core/report/text_parts.h"

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
.unhealthy{color:var(--unhealthy)}
.healthy{color:var(--healthy)}
@media print{main{max-width:none;padding:0}h2,h3{break-after:avoid}
figure,tr,dl{break-inside:avoid}figure svg{min-width:0}body{font-size:11pt}}
)CSS";

// Variables of a theme: every colour of a picture, and the roles by name.
std::string variables(const Theme& theme) {
    std::string text = svgColours(theme);
    for (std::size_t role = 0; role < static_cast<std::size_t>(Role::Count_); ++role) {
        const ColorRef color = static_cast<Role>(role);
        text += fmt::format("--{}:var(--c{});", roleName(color.role()), color.tableIndex());
    }
    return text;
}

// Paper is white: its colours come last, whatever the screen has.
std::string styleSheet(const HtmlThemes& themes) {
    return fmt::format(
        "<style>\n:root{{color-scheme:light dark;{}}}\n@media screen and "
        "(prefers-color-scheme:dark){{:root{{{}}}}}{}</style>\n",
        variables(themes.light), variables(themes.dark), kStyle);
}

std::string figureHtml(std::span<const ReportFigure> figures, std::optional<std::size_t> finding) {
    const auto found = std::find_if(figures.begin(), figures.end(), [&](const ReportFigure& one) {
        return one.finding == finding;
    });
    return found == figures.end() ? std::string() : "<figure>\n" + found->svg + "</figure>\n";
}

void addItem(std::string& html, std::string_view head, const std::string& text) {
    if (!text.empty()) {
        html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", head, text);
    }
}

std::string placeHtml(const FindingPlace& where) {
    std::string html;
    for (const std::string* name : {&where.annotation, &where.op, &where.python}) {
        if (!name->empty()) {
            html += (html.empty() ? "<code>" : " · <code>") + escapedHtml(*name) + "</code>";
        }
    }
    return html;
}

std::string findingHtml(const ReportSubject& subject, const Finding& finding, std::size_t rank,
                        std::span<const ReportFigure> figures) {
    std::string html = fmt::format(
        "<section class=\"finding {}\" id=\"finding-{}\">\n<h3>{}. {}</h3>\n",
        severityName(finding.severity), rank + 1, rank + 1, codeSpansHtml(finding.title));
    html += fmt::format("<p class=\"quiet\"><code>{}</code> {} · {}</p>\n<dl>\n", finding.detector,
                        severityName(finding.severity), escapedHtml(findingFigures(finding)));
    addItem(html, "Why", codeSpansHtml(finding.why));
    addItem(html, "Try", codeSpansHtml(finding.fix));
    addItem(html, "Where", placeHtml(finding.where));
    if (const Evidence* largest = largestEvidence(finding)) {
        addItem(html, "Largest",
                codeSpansHtml(evidenceLabel(finding, *largest)) + " at " +
                    escapedHtml(durationText(largest->range.begin - subject.trace.range().begin)));
    }
    addItem(html, "Not known", codeSpansHtml(finding.confidence));
    return html + "</dl>\n" + figureHtml(figures, rank) + "</section>\n";
}

std::string checklistHtml(const ReportSubject& subject) {
    std::string html = "<div class=\"table\"><table>\n<tbody>\n";
    for (const ChecklistItem& item : subject.findings.checklist) {
        const std::string_view status = checklistStatusName(item.status);
        const char* mark = item.status == ChecklistStatus::Healthy     ? "✓"
                           : item.status == ChecklistStatus::Unhealthy ? "✗"
                                                                       : "–";
        html += fmt::format(
            "<tr><td class=\"{}\"><span role=\"img\" aria-label=\"{}\">{}</span></td><td>{}</td>"
            "<td>{}</td><td class=\"quiet\">{}</td></tr>\n",
            status, status, mark, escapedHtml(checklistText(item.question)),
            escapedHtml(item.value), escapedHtml(item.limits));
    }
    return html + "</tbody>\n</table></div>\n";
}

std::string findingsHtml(const ReportSubject& subject, std::span<const ReportFigure> figures) {
    std::string html = "<h2>Findings</h2>\n";
    const std::vector<const Finding*> shown = shownFindings(subject);
    if (shown.empty()) {
        html += "<p>" + codeSpansHtml(checkedSentence(subject.findings)) + "</p>\n";
    }
    for (const Finding* finding : shown) {
        const auto rank = static_cast<std::size_t>(finding - subject.findings.findings.data());
        html += findingHtml(subject, *finding, rank, figures);
    }
    if (!shown.empty() && !subject.findings.notApplicable.empty()) {
        TextTable table{{{"rule that could not run"}, {"reason"}}, {}};
        for (const NotApplicable& rule : subject.findings.notApplicable) {
            table.rows.push_back({std::string(rule.detector), rule.reason});
        }
        html += htmlTable(table);
    }
    return html;
}

std::string fileName(const std::string& path) {
    return path == "-" ? "standard input" : path.substr(path.find_last_of('/') + 1);
}

}  // namespace

std::string analyzeHtml(const ReportSubject& subject, std::span<const ReportFigure> figures,
                        const HtmlThemes& themes) {
    const std::string name = escapedHtml(fileName(subject.trace.facts().path));
    std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
    html += "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n";
    html += fmt::format("<title>{} · Gaplight</title>\n", name);
    html += styleSheet(themes) + "</head>\n<body>\n<main>\n";
    TextPage head(PageStyle::Html);
    writeTraceHead(subject, head);
    html += head.take();
    html += figureHtml(figures, std::nullopt);
    html += "<h2>Checklist</h2>\n" + checklistHtml(subject);
    html += findingsHtml(subject, figures);
    TextPage details(PageStyle::Html);
    writeAnalysisDetails(subject, details);
    html += details.take();
    html += fmt::format("<p class=\"quiet\">Gaplight {}</p>\n</main>\n</body>\n</html>\n",
                        toolVersion());
    return html;
}

}  // namespace gaplight
