// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/report_command.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include <unistd.h>

#include "app/exit_code.h"
#include "app/interrupt_watch.h"
#include "app/output_file.h"
#include "app/progress_line.h"
#include "core/report/report.h"
#include "core/report/text_page.h"
#include "core/report/track_facts.h"
#include "core/session/session.h"

namespace gaplight::ui {
namespace {

int failWith(int exitCode, const std::string& message) {
    std::fprintf(stderr, "gaplight: %s\n", printable(message).c_str());
    return exitCode;
}

Result<std::shared_ptr<const Session>> load(const ReportRequest& request) {
    const InterruptWatch interrupts;
    ProgressLine line;
    OpenOptions options;
    options.stop = interrupts.token();
    if (!request.quiet && ::isatty(STDERR_FILENO) == 1) {
        options.onProgress = [&](const LoadProgress& progress) { line.show(progress); };
    }
    return openSession(request.tracePath, options);
}

// The widely followed NO_COLOR convention (no-color.org) counts as --no-color.
PageStyle styleFor(const ReportRequest& request) {
    if (request.format == ReportFormat::Markdown) {
        return PageStyle::Markdown;
    }
    const char* noColor = std::getenv("NO_COLOR");
    const bool wantsColour =
        !request.noColor && (noColor == nullptr || *noColor == '\0') && request.outPath.empty();
    return wantsColour && ::isatty(STDOUT_FILENO) == 1 ? PageStyle::Colour : PageStyle::Plain;
}

std::string reportOn(const Session& session, const ReportRequest& request) {
    const ReportSubject subject{*session.trace, session.analysis, request.device};
    if (request.format == ReportFormat::Json) {
        return request.kind == ReportKind::Info ? infoJson(subject) : analyzeJson(subject);
    }
    const PageStyle style = styleFor(request);
    return request.kind == ReportKind::Info ? infoText(subject, style)
                                            : analyzeText(subject, style);
}

// What is wrong with --device, or nothing.
std::string deviceComplaint(const Session& session, const ReportRequest& request) {
    if (!request.device) {
        return {};
    }
    std::string known;
    for (const DeviceFacts& facts : deviceFacts(*session.trace)) {
        if (facts.device == *request.device) {
            return {};
        }
        known += (known.empty() ? "" : ", ") + std::to_string(facts.device);
    }
    return "--device " + std::to_string(*request.device) + ": the trace has " +
           (known.empty() ? "no GPU" : "only GPU " + known);
}

}  // namespace

int runReport(const ReportRequest& request) {
    const Result<std::shared_ptr<const Session>> session = load(request);
    if (!session) {
        const bool isInterrupted = session.error().code == ErrorCode::Cancelled;
        return failWith(isInterrupted ? kExitInterrupted : kExitUnreadable,
                        session.error().message);
    }
    const std::string complaint = deviceComplaint(**session, request);
    if (!complaint.empty()) {
        return failWith(kExitUsage, complaint);
    }
    const std::string report = reportOn(**session, request);
    const Result<void> written = request.outPath.empty() ? writeStandardOutput(report)
                                                         : writeOutputFile(request.outPath, report);
    return written ? kExitFine : failWith(kExitUsage, written.error().message);
}

}  // namespace gaplight::ui
