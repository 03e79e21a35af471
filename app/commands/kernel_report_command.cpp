// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <utility>
#include <vector>

#include "app/commands/page_style.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/base/result.h"
#include "core/formats/open_kernel_report.h"
#include "core/formats/open_trace.h"
#include "core/io/output_writer.h"
#include "core/report/text/html_page.h"
#include "core/scene/display/theme.h"

namespace gaplight::ui {
namespace {

// The option that makes no sense for a report; empty if there is none.
std::string unusableForKernelReport(const ReportRequest& request) {
    return !request.memoryPath.empty()             ? "--memory"
           : !request.kernelsPath.empty()          ? "--kernels"
           : !request.capturePath.empty()          ? "--capture"
           : !request.compileLogPath.empty()       ? "--compile-log"
           : !request.range.empty()                ? "--range"
           : !request.whatIf.empty()               ? "--what-if"
           : request.criticalPath                  ? "--critical-path"
           : request.maxIdlePpm                    ? "--max-idle"
           : request.failOn                        ? "--fail-on"
           : request.device                        ? "--device"
           : !request.figuresDir.empty()           ? "--figures"
           : request.format == ReportFormat::Sarif ? "--format sarif"
                                                   : "";
}

Result<std::unique_ptr<const KernelReport>> readReport(const std::string& path,
                                                       const TraceReading& reading) {
    const InterruptWatch interrupts;
    Result<KernelReport> report = openKernelReport(path, reading.inflation, interrupts.token());
    return report.map(
        [](KernelReport& read) { return std::make_unique<const KernelReport>(std::move(read)); });
}

Result<std::string> htmlOf(const KernelReportSubject& subject) {
    const Theme light = TRY(builtInTheme(false));
    const Theme dark = TRY(builtInTheme(true));
    return kernelReportHtml(subject, {light, dark});
}

Result<std::string> reportOf(const KernelReportSubject& subject, const ReportRequest& request) {
    const bool isInfo = request.kind == ReportKind::Info;
    switch (request.format) {
        case ReportFormat::Json:
            return isInfo ? kernelReportInfoJson(subject) : kernelReportJson(subject);
        case ReportFormat::Csv:
            return kernelReportCsv(subject);
        case ReportFormat::Html:
            return htmlOf(subject);
        case ReportFormat::Sarif:
        case ReportFormat::Text:
        case ReportFormat::Markdown:
            break;
    }
    const PageStyle style = styleFor(request);
    return isInfo ? kernelReportInfoText(subject, style) : kernelReportText(subject, style);
}

int writeResult(const Result<std::string>& text, const std::string& outPath) {
    if (!text) {
        return failWith(exitCodeOf(text.error()), text.error().message);
    }
    const Result<void> written =
        outPath.empty() ? writeStandardOutput(*text) : writeOutputFile(outPath, *text);
    return written ? kExitFine : failWith(exitCodeOf(written.error()), written.error().message);
}

}  // namespace

bool isKernelReportFile(const std::string& path) {
    if (path == "-") {
        return false;
    }
    const auto source = openByteSource(path);
    const Result<std::string> head =
        source ? readHead(**source, kKernelReportHeadBytes) : fail(ErrorCode::NotReadable, {});
    return head && (isKernelReport(*head) || isCompressedReportName(path));
}

int runKernelReport(const ReportRequest& request) {
    const std::string option = unusableForKernelReport(request);
    if (!option.empty()) {
        return failWith(kExitUsage,
                        option + " needs a trace; " + request.tracePath + " is a kernel report");
    }
    const auto report = readReport(request.tracePath, request.reading);
    if (!report) {
        return failWith(exitCodeOf(report.error()), report.error().message);
    }
    return writeResult(reportOf({**report, nullptr}, request), request.outPath);
}

int compareKernelReports(const CompareRequest& request) {
    if (request.paths.size() != 2 || !request.pins.empty() || !request.functions.empty() ||
        request.maxRegressionPpm || request.format == ReportFormat::Csv ||
        request.format == ReportFormat::Html) {
        return failWith(kExitUsage,
                        "kernel reports are compared two at a time, as text, json or markdown, "
                        "without --pin, --function and --max-regression");
    }
    const auto a = readReport(request.paths[0], request.reading);
    const auto b = readReport(request.paths[1], request.reading);
    if (!a || !b) {
        const Error& error = a ? b.error() : a.error();
        return failWith(exitCodeOf(error), error.message);
    }
    return writeResult(request.format == ReportFormat::Json
                           ? kernelReportComparisonJson(**a, **b)
                           : kernelReportComparisonText(**a, **b, styleFor(request)),
                       request.outPath);
}

Result<MatchedReport> loadKernelsOf(const Session& session, const ReportRequest& request) {
    MatchedReport matched;
    if (request.kernelsPath.empty()) {
        return matched;
    }
    auto report = TRY(readReport(request.kernelsPath, request.reading));
    Result<KernelMatches> matches = matchKernels(*report, *session.trace);
    if (!matches) {
        return fail(matches.error().code,
                    "--kernels " + request.kernelsPath + ": " + matches.error().message);
    }
    matched.report = std::move(report);
    matched.matches = std::make_unique<const KernelMatches>(*std::move(matches));
    matched.subject.emplace(KernelReportSubject{*matched.report, matched.matches.get()});
    return matched;
}

}  // namespace gaplight::ui
