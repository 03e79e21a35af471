// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/diff/compare_html.h"

#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/duration_text.h"
#include "core/report/diff/compare_table.h"
#include "core/report/diff/compare_text.h"
#include "core/report/facts/run_names.h"
#include "core/report/text/html_text.h"
#include "core/report/text/text_page.h"

namespace gaplight {
namespace {

std::string verdictHtml(const Comparison& comparison) {
    const Verdict& verdict = comparison.verdict;
    const bool isBetter = verdict.kind == VerdictKind::Improved;
    const bool isWorse = verdict.kind == VerdictKind::Regressed;
    std::string html = fmt::format("<p class=\"verdict {}\">{} {}</p>\n",
                                   isBetter  ? "healthy"
                                   : isWorse ? "unhealthy"
                                             : "quiet",
                                   isBetter  ? "✓"
                                   : isWorse ? "✗"
                                             : "–",
                                   escapedHtml(verdictSentence(verdict)));
    if (!verdict.why.empty()) {
        html += "<ul>\n";
        for (const std::string& why : verdict.why) {
            html += "<li>" + codeSpansHtml(why) + "</li>\n";
        }
        html += "</ul>\n";
    }
    for (const std::string& remark : verdict.remarks) {
        html += "<p><strong>!</strong> " + codeSpansHtml(remark) + "</p>\n";
    }
    return html + "<p class=\"quiet\">compared by " +
           escapedHtml(alignmentSentence(comparison.alignment)) + "</p>\n";
}

std::string savingHtml(const ReportSubject& run, const std::optional<std::size_t>& finding) {
    const auto& saving =
        finding ? run.findings.findings[*finding].cost.saving : std::optional<Duration>();
    return saving ? escapedHtml(durationText(*saving)) : "–";
}

void addFindings(std::string& html, const CompareSubject& subject, std::string_view title,
                 const std::vector<FindingChange>& changes) {
    if (changes.empty()) {
        return;
    }
    html += fmt::format(
        "<h3>{}</h3>\n<div class=\"table\"><table>\n<thead><tr><th>rule</th><th>finding</th>"
        "<th class=\"number\">to gain A</th><th class=\"number\">B</th></tr></thead>\n<tbody>\n",
        title);
    for (const FindingChange& change : changes) {
        const Finding& finding = change.b ? subject.b.findings.findings[*change.b]
                                          : subject.a.findings.findings[*change.a];
        html += fmt::format(
            "<tr><td><code>{}</code></td><td>{}</td><td class=\"number\">{}</td>"
            "<td class=\"number\">{}</td></tr>\n",
            finding.detector, codeSpansHtml(titleWithSaving(finding)),
            savingHtml(subject.a, change.a), savingHtml(subject.b, change.b));
    }
    html += "</tbody>\n</table></div>\n";
}

std::string comparisonHtml(const CompareSubject& subject, const std::string& figure) {
    const std::string& pathA = subject.a.trace.facts().path;
    const std::string& pathB = subject.b.trace.facts().path;
    std::string html = fmt::format(
        "<h1>{} → {}</h1>\n<p class=\"quiet\">A: {}</p>\n<p class=\"quiet\">B: {}</p>\n"
        "<h2>Verdict</h2>\n",
        escapedHtml(runName(pathA)), escapedHtml(runName(pathB)), escapedHtml(runFileName(pathA)),
        escapedHtml(runFileName(pathB)));
    html += verdictHtml(subject.comparison);
    html += figure.empty() ? "" : "<figure>\n" + figure + "</figure>\n";
    TextPage tables(PageStyle::Html);
    writeCompareTables(subject, tables);
    html += tables.take();
    const FindingChanges& changes = subject.comparison.findings;
    if (!changes.gone.empty() || !changes.added.empty() || !changes.kept.empty()) {
        html += "<h2>Findings</h2>\n";
        addFindings(html, subject, "Gone", changes.gone);
        addFindings(html, subject, "New", changes.added);
        addFindings(html, subject, "In both", changes.kept);
    }
    return html;
}

}  // namespace

std::string compareHtml(std::span<const CompareSubject> subjects,
                        std::span<const std::string> figures, const HtmlThemes& themes) {
    std::string body;
    std::string title = runName(subjects.front().a.trace.facts().path);
    if (subjects.size() > 1) {
        body += compareTable(subjects, PageStyle::Html);
    }
    for (std::size_t at = 0; at < subjects.size(); ++at) {
        title += (at == 0 ? " → " : ", ") + runName(subjects[at].b.trace.facts().path);
        body += comparisonHtml(subjects[at], at < figures.size() ? figures[at] : std::string());
    }
    return htmlDocument(title, body, themes);
}

}  // namespace gaplight
