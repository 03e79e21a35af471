// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/detectors/engine/finding.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/report_subject.h"
#include "core/report/facts/trace_verdict.h"
#include "core/report/kernel_report/kernel_report_pages.h"
#include "core/report/memory/memory_report.h"
#include "core/report/provenance/provenance_report.h"
#include "core/report/text/html_page.h"
#include "core/report/text/report_page.h"
#include "core/report/trace/analysis_details.h"
#include "core/report/trace/findings_markdown.h"
#include "core/report/trace/report.h"

namespace gaplight {
namespace {

using Figures = std::span<const ReportFigure>;

const PageFigure* figureOf(Figures figures, std::optional<std::size_t> finding) {
    const auto found = std::find_if(figures.begin(), figures.end(), [&](const ReportFigure& one) {
        return one.finding == finding;
    });
    return found == figures.end() ? nullptr : &found->figure;
}

void writeFindingSections(const ReportSubject& subject, Figures figures, ReportPage& page) {
    page.heading("Findings");
    const std::vector<const Finding*> shown = shownFindings(subject);
    if (shown.empty()) {
        page.prose(checkedSentence(subject.findings));
    }
    for (const Finding* finding : shown) {
        const auto rank = static_cast<std::size_t>(finding - subject.findings.findings.data());
        if (!subject.device && isNamedByOther(*finding, subject.findings.findings)) {
            continue;
        }
        PageSection section = findingSection(subject.trace, *finding);
        section.number = rank + 1;
        if (const PageFigure* figure = figureOf(figures, rank)) {
            section.figure = *figure;
        }
        page.section(section);
    }
    if (!shown.empty() && !subject.findings.notApplicable.empty()) {
        PageTable table{{{"rule that could not run"}, {"reason"}}, {}};
        for (const NotApplicable& rule : subject.findings.notApplicable) {
            table.rows.push_back({std::string(rule.rule), rule.reason});
        }
        page.table(table);
    }
}

void writeAnalysis(const ReportSubject& subject, Figures figures, ReportPage& page) {
    writeTraceHead(subject, page);
    page.line(verdictOf(subject).text());
    writeIdleSummary(subject, subject.findings.explanations.size(), page);
    if (const PageFigure* whole = figureOf(figures, std::nullopt)) {
        page.figure(*whole);
    }
    writeChecklist(subject, page);
    writeFindingSections(subject, figures, page);
    if (subject.provenance != nullptr) {
        writeProvenance(subject.trace, *subject.provenance, page);
    }
    if (subject.kernels != nullptr) {
        writeKernelReportSections(*subject.kernels, page);
    }
    if (subject.memory != nullptr) {
        writeMemorySections(*subject.memory, page);
    }
    writeAnalysisDetails(subject, page);
}

}  // namespace

std::string analyzeMarkdown(const ReportSubject& subject, Figures figures) {
    const auto page = makePage(PageStyle::Markdown);
    writeAnalysis(subject, figures, *page);
    return page->take();
}

std::string analyzeHtml(const ReportSubject& subject, Figures figures, const HtmlThemes& themes) {
    const auto page = makePage(PageStyle::Html);
    writeAnalysis(subject, figures, *page);
    return htmlDocument(runFileName(subject.trace.facts().path), page->take(), themes);
}

}  // namespace gaplight
