// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/trace/analyze_html.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/base/duration_text.h"
#include "core/report/facts/analysis_details.h"
#include "core/report/facts/run_names.h"
#include "core/report/facts/screen_parts.h"
#include "core/report/facts/shown_findings.h"
#include "core/report/facts/text_parts.h"
#include "core/report/text/html_text.h"
#include "core/report/trace/findings_markdown.h"

namespace gaplight {
namespace {

std::string figureHtml(std::span<const ReportFigure> figures, std::optional<std::size_t> finding) {
    const auto found = std::find_if(figures.begin(), figures.end(), [&](const ReportFigure& one) {
        return one.finding == finding;
    });
    return found == figures.end() ? std::string() : "<figure>\n" + found->svg + "</figure>\n";
}

void addHtmlItem(std::string& html, std::string_view head, const std::string& text) {
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
    std::string html =
        fmt::format("<section class=\"finding {}\" id=\"finding-{}\">\n<h3>{}. {}</h3>\n",
                    severityName(finding.severity), rank + 1, rank + 1,
                    codeSpansHtml(titleWithSaving(finding)));
    html += fmt::format("<p class=\"quiet\"><code>{}</code> {} · {}</p>\n<dl>\n", finding.detector,
                        severityName(finding.severity), escapedHtml(findingFigures(finding)));
    addHtmlItem(html, "Why", codeSpansHtml(finding.why));
    addHtmlItem(html, "Try", codeSpansHtml(finding.fix));
    addHtmlItem(html, "Where", placeHtml(finding.where));
    if (const Evidence* largest = largestEvidence(finding)) {
        addHtmlItem(
            html, "Largest",
            codeSpansHtml(evidenceLabel(finding, *largest)) + " at " +
                escapedHtml(durationText(largest->range.begin - subject.trace.range().begin)));
    }
    addHtmlItem(html, "Not known", codeSpansHtml(finding.confidence));
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

}  // namespace

std::string analyzeHtml(const ReportSubject& subject, std::span<const ReportFigure> figures,
                        const HtmlThemes& themes) {
    std::string html;
    TextPage head(PageStyle::Html);
    // A page that is handed on: where the file lies on this machine is nobody else's concern.
    head.title(runFileName(subject.trace.facts().path));
    head.line(traceLine(subject));
    html += head.take();
    html += figureHtml(figures, std::nullopt);
    html += "<h2>Checklist</h2>\n" + checklistHtml(subject);
    html += findingsHtml(subject, figures);
    TextPage details(PageStyle::Html);
    writeAnalysisDetails(subject, details);
    html += details.take();
    return htmlDocument(runFileName(subject.trace.facts().path), html, themes);
}

}  // namespace gaplight
