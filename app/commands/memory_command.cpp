// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/page_style.h"
#include "app/loading/loading.h"
#include "app/process/message_line.h"
#include "core/base/result.h"
#include "core/report/figure/memory_figure.h"
#include "core/report/memory/memory_report.h"
#include "core/report/text/html_page.h"

namespace gaplight::ui {
namespace {

using Snapshot = std::shared_ptr<const MemoryData>;

MemorySubject subjectOf(const MemoryData& data, std::optional<std::int32_t> device = {}) {
    return {data.snapshot(), data.assessment(), device, {}};
}

Result<std::string> htmlOf(const MemorySubject& subject) {
    const HtmlThemes themes = TRY(builtInHtmlThemes());
    return memoryHtml(subject, memoryFigureSvg(subject, themes.light), themes);
}

Result<std::string> reportOf(const MemorySubject& subject, const ReportRequest& request) {
    const bool isInfo = request.kind == ReportKind::Info;
    switch (request.format) {
        case ReportFormat::Json:
            return isInfo ? memoryInfoJson(subject) : memoryJson(subject);
        case ReportFormat::Csv:
            return memoryCsv(subject);
        case ReportFormat::Html:
            return htmlOf(subject);
        case ReportFormat::Sarif:
            return memorySarif(subject);
        case ReportFormat::Text:
        case ReportFormat::Markdown:
            break;
    }
    const PageStyle style = styleFor(request);
    return isInfo ? memoryInfoText(subject, style) : memoryText(subject, style);
}

}  // namespace

int compareSnapshots(const CompareRequest& request) {
    const Result<Snapshot> first = loadSnapshot(request.paths[0], request.reading);
    const Result<Snapshot> second = first ? loadSnapshot(request.paths[1], request.reading) : first;
    if (!second) {
        return failWith(exitCodeOf(second.error()), second.error().message);
    }
    const MemorySubject a = subjectOf(**first);
    const MemorySubject b = subjectOf(**second);
    return writeReport(request.format == ReportFormat::Json
                           ? memoryComparisonJson(a, b)
                           : memoryComparisonText(a, b, styleFor(request)),
                       request.outPath);
}

int runMemoryReport(const ReportRequest& request, ByteSource* source) {
    if (const std::string option = optionOfTraces(request, DocumentKind::Snapshot);
        !option.empty()) {
        return failWith(kExitUsage, option);
    }
    const Result<Snapshot> loaded =
        loadSnapshot(request.tracePath, request.reading, request.range, source);
    if (!loaded) {
        return failWith(exitCodeOf(loaded.error()), loaded.error().message);
    }
    const MemorySubject subject = subjectOf(**loaded, request.device);
    if (const int code = writeReport(reportOf(subject, request), request.outPath);
        code != kExitFine) {
        return code;
    }
    std::vector<const RuleFinding*> findings;
    for (const MemoryFinding& finding : subject.assessment.findings) {
        if (!request.device || *request.device == finding.device) {
            findings.push_back(&finding);
        }
    }
    const std::string failed = findingsAtLeast(request.failOn, findings);
    return failed.empty() ? kExitFine : failWith(kExitGate, "--fail-on: " + failed);
}

}  // namespace gaplight::ui
