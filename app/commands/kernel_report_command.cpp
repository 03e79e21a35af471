// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include "app/commands/page_style.h"
#include "app/loading/loading.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/base/result.h"
#include "core/report/kernel_report/kernel_report_pages.h"
#include "core/report/text/html_page.h"

namespace gaplight::ui {
namespace {

Result<MatchedReport> readReport(const std::string& path, const TraceReading& reading) {
    const InterruptWatch interrupts;
    return openMatchedReport(path, contextOf(reading, interrupts.token()));
}

Result<std::string> reportOf(const KernelReportSubject& subject, const ReportRequest& request) {
    const bool isInfo = request.kind == ReportKind::Info;
    switch (request.format) {
        case ReportFormat::Json:
            return isInfo ? kernelReportInfoJson(subject) : kernelReportJson(subject);
        case ReportFormat::Csv:
            return kernelReportCsv(subject);
        case ReportFormat::Html:
            return kernelReportHtml(subject, TRY(builtInHtmlThemes()));
        case ReportFormat::Sarif:
        case ReportFormat::Text:
        case ReportFormat::Markdown:
            break;
    }
    const PageStyle style = styleFor(request);
    return isInfo ? kernelReportInfoText(subject, style) : kernelReportText(subject, style);
}

}  // namespace

int runKernelReport(const ReportRequest& request) {
    if (const std::string option = optionOfTraces(request, DocumentKind::KernelReport);
        !option.empty()) {
        return failWith(kExitUsage, option);
    }
    const Result<MatchedReport> read = readReport(request.tracePath, request.reading);
    return writeReport(read.and_then([&](const MatchedReport& alone) {
        return reportOf({alone.report, nullptr}, request);
    }),
                       request.outPath);
}

int compareKernelReports(const CompareRequest& request) {
    const Result<MatchedReport> a = readReport(request.paths[0], request.reading);
    const Result<MatchedReport> b = readReport(request.paths[1], request.reading);
    if (!a || !b) {
        const Error& error = a ? b.error() : a.error();
        return failWith(exitCodeOf(error), error.message);
    }
    return writeReport(request.format == ReportFormat::Json
                           ? kernelReportComparisonJson(a->report, b->report)
                           : kernelReportComparisonText(a->report, b->report, styleFor(request)),
                       request.outPath);
}

}  // namespace gaplight::ui
