// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/page_style.h"
#include "app/figures/figures.h"
#include "app/loading/loading.h"
#include "app/process/message_line.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/io/output_writer.h"
#include "core/report/figure/memory_figure.h"
#include "core/report/memory/memory_report.h"
#include "core/report/text/html_page.h"
#include "core/scene/display/theme.h"

namespace gaplight::ui {
namespace {

// The option that makes no sense for a snapshot; empty if there is none.
std::string unusableForSnapshot(const ReportRequest& request) {
    return !request.memoryPath.empty()       ? "--memory"
           : !request.kernelsPath.empty()    ? "--kernels"
           : !request.capturePath.empty()    ? "--capture"
           : !request.compileLogPath.empty() ? "--compile-log"
           : !request.range.empty()          ? "--range"
           : !request.whatIf.empty()         ? "--what-if"
           : request.criticalPath            ? "--critical-path"
           : request.maxIdlePpm              ? "--max-idle"
           : !request.figuresDir.empty()     ? "--figures"
                                             : "";
}

Result<std::string> htmlOf(const MemorySubject& subject) {
    const Theme light = TRY(builtInTheme(false));
    const Theme dark = TRY(builtInTheme(true));
    return memoryHtml(subject, memoryFigureSvg(subject, light), {light, dark});
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

Result<std::string> figureFileOf(const ExportRequest& request, const FigurePlan& plan) {
    const Theme theme = TRY(builtInTheme(request.dark));
    if (request.format == FigureFormat::Svg) {
        return figureSvg(plan, theme);
    }
#ifdef GAPLIGHT_HAS_WINDOW
    return paintedFigure(plan, theme, request.format, request.scale);
#else
    return fail(ErrorCode::BadArgument, "this build can write .svg only: it has no window");
#endif
}

}  // namespace

int compareSnapshots(const CompareRequest& request) {
    if (request.paths.size() != 2 || !request.pins.empty() || !request.functions.empty() ||
        request.maxRegressionPpm || request.format == ReportFormat::Csv ||
        request.format == ReportFormat::Html) {
        return failWith(kExitUsage,
                        "memory snapshots are compared two at a time, as text, json or markdown, "
                        "without --pin, --function and --max-regression");
    }
    std::vector<LoadedSnapshot> loaded;
    for (const std::string& path : request.paths) {
        const Result<TraceSettings> settings = settingsWith(path, request.reading);
        if (!settings) {
            return failWith(kExitUsage, settings.error().message);
        }
        Result<LoadedSnapshot> one = loadSnapshot(path, settings->settings, request.reading);
        if (!one) {
            return failWith(exitCodeOf(one.error()), one.error().message);
        }
        loaded.push_back(*std::move(one));
    }
    const MemorySubject a{*loaded[0].snapshot, *loaded[0].assessment, {}, {}};
    const MemorySubject b{*loaded[1].snapshot, *loaded[1].assessment, {}, {}};
    const std::string report = request.format == ReportFormat::Json
                                   ? memoryComparisonJson(a, b)
                                   : memoryComparisonText(a, b, styleFor(request));
    const Result<void> written = request.outPath.empty() ? writeStandardOutput(report)
                                                         : writeOutputFile(request.outPath, report);
    return written ? kExitFine : failWith(exitCodeOf(written.error()), written.error().message);
}

int exportSnapshot(const ExportRequest& request) {
    const Result<LoadedSnapshot> loaded = loadSnapshot(request.tracePath, {}, request.reading);
    if (!loaded) {
        return failWith(exitCodeOf(loaded.error()), loaded.error().message);
    }
    const MemorySubject subject{*loaded->snapshot, *loaded->assessment, {}, {}};
    MemoryFigureSize size;
    size.width = request.figure.width > 0 ? request.figure.width : size.width;
    size.height = request.figure.height > 0 ? request.figure.height : size.height;
    const Result<std::string> file =
        figureFileOf(request, memoryFigurePlan(subject, size, request.figure.title.value_or("")));
    if (!file) {
        return failWith(exitCodeOf(file.error()), file.error().message);
    }
    const Result<void> written = writeOutputFile(request.outPath, *file);
    return written ? kExitFine : failWith(exitCodeOf(written.error()), written.error().message);
}

int runMemoryReport(const ReportRequest& request, ByteSource* source) {
    const std::string option = unusableForSnapshot(request);
    if (!option.empty()) {
        return failWith(kExitUsage,
                        option + " needs a trace; " + request.tracePath + " is a memory snapshot");
    }
    const Result<TraceSettings> settings = settingsWith(request.tracePath, request.reading);
    if (!settings) {
        return failWith(kExitUsage, settings.error().message);
    }
    const Result<LoadedSnapshot> loaded =
        loadSnapshot(request.tracePath, settings->settings, request.reading, source);
    if (!loaded) {
        return failWith(exitCodeOf(loaded.error()), loaded.error().message);
    }
    const MemorySubject subject{*loaded->snapshot, *loaded->assessment, request.device, {}};
    const Result<std::string> report = reportOf(subject, request);
    if (!report) {
        return failWith(exitCodeOf(report.error()), report.error().message);
    }
    const Result<void> written = request.outPath.empty()
                                     ? writeStandardOutput(*report)
                                     : writeOutputFile(request.outPath, *report);
    if (!written) {
        return failWith(exitCodeOf(written.error()), written.error().message);
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
