// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/trace/notebook_html.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/trace_verdict.h"
#include "core/report/text/escaped_text.h"

namespace gaplight {
namespace {

constexpr std::size_t kNotebookFindings = 8;

std::string cssColor(Rgba color) {
    return fmt::format("rgb({},{},{})", color.red, color.green, color.blue);
}

// Text with code spans.
std::string inlineHtml(std::string_view text) {
    std::string html;
    for (const TextRun& run : codeSpans(text)) {
        html += run.code ? "<code>" + escapedHtml(run.text) + "</code>" : escapedHtml(run.text);
    }
    return html;
}

// How the GPUs spent the time, and what each color of it is.
std::string barHtml(const ReportSubject& subject, const Theme& theme) {
    std::string parts;
    std::string legend;
    for (const GpuTimeShare& share : verdictShares(subject)) {
        const std::string color = cssColor(theme[share.color]);
        const std::string text = escapedHtml(fmt::format("{} {}", share.label, share.shareText));
        const std::string size = share.isApart ? std::string("0 0 2em;margin-right:6px")
                                               : fmt::format("{:.4f} 0 1px", share.share);
        parts += fmt::format("<div title=\"{}\" style=\"flex:{};background:{}\"></div>", text, size,
                             color);
        legend += fmt::format(
            "<span style=\"display:inline-block;margin-right:1.2em\"><span style=\"display:"
            "inline-block;width:.7em;height:.7em;border-radius:2px;background:{}\"></span> "
            "{}</span>",
            color, text);
    }
    return parts.empty() ? parts
                         : "<div role=\"img\" aria-label=\"how the GPUs spent the time\" style=\""
                           "display:flex;gap:1px;height:14px;border-radius:3px;overflow:hidden;"
                           "margin:.5em 0 .3em\">" +
                               parts + "</div><div style=\"font-size:90%\">" + legend + "</div>";
}

std::string cellHtml(std::string_view tag, const std::string& content) {
    return fmt::format("<{0} style=\"text-align:left;padding:.15em 1em .15em 0\">{1}</{0}>", tag,
                       content);
}

std::string findingsHtml(const std::vector<const Finding*>& shown) {
    std::string rows;
    const std::size_t count = std::min(shown.size(), kNotebookFindings);
    for (std::size_t at = 0; at < count; ++at) {
        const Finding& finding = *shown[at];
        rows += "<tr>" + cellHtml("td", countText(at + 1)) +
                cellHtml("td", std::string(severityName(finding.severity))) +
                cellHtml("td", inlineHtml(finding.title)) +
                cellHtml("td", escapedHtml(finding.savingText)) + "</tr>";
    }
    if (rows.empty()) {
        return {};
    }
    const std::string more =
        shown.size() > count
            ? fmt::format("<div style=\"opacity:.75\">{} more in trace.findings</div>",
                          countText(shown.size() - count))
            : std::string();
    // In documents without a type, tables do not take the color of the page.
    return "<table style=\"margin:.7em 0 0;color:inherit;font:inherit\"><thead><tr>" +
           cellHtml("th", {}) + cellHtml("th", "severity") + cellHtml("th", "finding") +
           cellHtml("th", "saving") + "</tr></thead><tbody>" + rows + "</tbody></table>" + more;
}

}  // namespace

std::string notebookHtml(const ReportSubject& subject, const Theme& theme) {
    std::string html =
        "<div style=\"max-width:70em;line-height:1.45\"><div style=\"opacity:.75\">" +
        escapedHtml(subject.trace.facts().path) + " \u00b7 " + escapedHtml(traceLine(subject)) +
        "</div><div style=\"font-size:110%;"
        "margin:.3em 0\">" +
        inlineHtml(verdictOf(subject).text()) + "</div>";
    html += barHtml(subject, theme);
    html += findingsHtml(shownFindings(subject));
    for (const FailedRule& failed : subject.findings.failedRules) {
        html += "<div>rule failed: " + escapedHtml(failed.text()) + "</div>";
    }
    return html + "</div>\n";
}

}  // namespace gaplight
