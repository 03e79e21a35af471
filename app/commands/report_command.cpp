// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include "app/commands/page_style.h"
#include "app/figures/figures.h"
#include "app/loading/loading.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/track_facts.h"
#include "core/report/kernel_report/kernel_report_pages.h"
#include "core/report/memory/memory_report.h"
#include "core/report/text/report_page.h"
#include "core/report/trace/report.h"
#include "core/session/efficiency_of.h"
#include "core/session/place_text.h"
#include "core/session/session.h"
#include "core/session/session_replay.h"

namespace gaplight::ui {
namespace {

// `input`: becomes standard input, which can be read once, if that is what the request names.
Result<NamedTrace> load(const ReportRequest& request, DocumentUse use,
                        std::unique_ptr<ByteSource>& input) {
    const InterruptWatch interrupts;  // before anything waits for input
    if (request.tracePath == "-") {
        auto source = TRY(openByteSource(request.tracePath, request.reading.inflation));
        input = std::move(source);
    }
    NamedTrace trace =
        TRY(loadTrace(use, request.tracePath, request.reading, interrupts.token(), input.get()));
    const Session& session = *trace.session;
    auto provenance = TRY(loadProvenanceOf(session, request, interrupts.token()));
    std::optional<TimeRange> range;
    if (!request.range.empty()) {
        const Result<TimeRange> named =
            rangeFromText(request.range, *session.trace, session.analysis);
        if (!named) {
            return fail(ErrorCode::BadArgument, "--" + named.error().message);
        }
        range = *named;
    }
    if (range || provenance != session.provenance) {
        trace.session = TRY(reassess(
            session, {trace.settings.settings, range, interrupts.token(), std::move(provenance)}));
    }
    return trace;
}

std::string reportOn(const ReportSubject& subject, const ReportRequest& request) {
    const bool isInfo = request.kind == ReportKind::Info;
    switch (request.format) {
        case ReportFormat::Json:
            return isInfo ? infoJson(subject) : analyzeJson(subject);
        case ReportFormat::Sarif:
            return findingsSarif(subject);
        case ReportFormat::Csv:
            return findingsCsv(subject);
        case ReportFormat::Html:  // its figures need the session
        case ReportFormat::Text:
        case ReportFormat::Markdown:
            break;
    }
    const PageStyle style = styleFor(request);
    const bool isScreen = !request.all && style != PageStyle::Markdown;
    return isInfo     ? infoText(subject, style)
           : isScreen ? analyzeScreen(subject, style, pageWidth())
                      : analyzeText(subject, style, pageWidth());
}

// Why gates fail; empty if none does.
std::string gateFailure(const ReportSubject& subject, const ReportRequest& request) {
    std::string failures;
    for (const DeviceAnalysis* device : shownDevices(subject)) {
        const GpuActivityTotals& totals = device->totals;
        __extension__ using Wide = __int128;
        const bool isOver =
            request.maxIdlePpm && !device->graphsUnderRecorded &&
            static_cast<Wide>(totals.idle.count()) * 1'000'000 >
                static_cast<Wide>(*request.maxIdlePpm) * totals.window.length().count();
        if (isOver) {
            appendItem(
                failures,
                "--max-idle: " + subject.trace.gpuLabel(totals.gpu) + " was idle for " +
                    percentText(totals.idle, totals.window.length()) +
                    " of its window, more than " +
                    percentText(static_cast<double>(*request.maxIdlePpm) / 1e6, PercentForm::Limit),
                "; ");
        }
    }
    const std::vector<const Finding*> shown = shownFindings(subject);
    const std::vector<const RuleFinding*> findings(shown.begin(), shown.end());
    const std::string failed = findingsAtLeast(request.failOn, findings);
    if (!failed.empty()) {
        appendItem(failures, "--fail-on: " + failed, "; ");
    }
    // What a rule would have found is not known.
    for (const FailedRule& rule : subject.findings.failedRules) {
        if (request.failOn) {
            appendItem(failures, "--fail-on: rule failed: " + rule.text(), "; ");
        }
    }
    return failures;
}

// The error of --device; empty if there is none.
std::string deviceError(const Session& session, const ReportRequest& request) {
    if (!request.device) {
        return {};
    }
    std::string known;
    for (const DeviceFacts& facts : deviceFacts(*session.trace)) {
        if (facts.gpu.device == *request.device) {
            return {};
        }
        appendItem(known, gpuCell(*session.trace, facts.gpu));
    }
    return "--device " + std::to_string(*request.device) + ": the trace has " +
           (known.empty() ? "no GPU" : "only GPU " + known);
}

// A report, with figures in HTML and, if requested, in Markdown.
Result<std::string> fullReport(const std::shared_ptr<const Session>& session,
                               const ReportSubject& subject, const ReportRequest& request) {
    if (request.format == ReportFormat::Html) {
        return htmlReport(session, subject);
    }
    if (request.figuresDir.empty()) {
        return reportOn(subject, request);
    }
    return writeReportFigures(session, request.figuresDir, request.outPath)
        .map([&](const std::vector<ReportFigure>& figures) {
            return analyzeMarkdown(subject, figures);
        });
}

// Results of the replay that the request needs.
struct Replayed {
    std::optional<WhatIfAnswer> answer;
    CriticalPath path;
};

Result<Replayed> replayed(std::shared_ptr<const Session> session, const ReportRequest& request) {
    Replayed results;
    if (request.whatIf.empty() && !request.criticalPath) {
        return results;
    }
    const SessionReplay replay(std::move(session));
    WhatIfRun run = replay.run(request.whatIf);
    if (run.error) {
        return fail(ErrorCode::BadArgument, "--what-if " + run.error->message);
    }
    if (!request.whatIf.empty()) {
        replay.addUnprofiled(run);
        results.answer = std::move(run.answer);
    }
    results.path = std::move(run.timeline.path);
    return results;
}

// What --memory and --kernels name; empty where the request does not.
struct FilesBesideTrace {
    std::shared_ptr<const MemoryData> snapshot;
    std::optional<MemorySubject> memory;
    std::unique_ptr<const MatchedReport> report;
    std::optional<KernelReportSubject> kernels;
};

Result<FilesBesideTrace> loadBeside(const Session& session, const ReportRequest& request) {
    const InterruptWatch interrupts;
    const DocumentContext context = contextOf(request.reading, interrupts.token(), &session);
    FilesBesideTrace beside;
    if (!request.memoryPath.empty()) {
        beside.snapshot = TRY(namedBy("--memory", MemoryData::open(request.memoryPath, context)));
        beside.memory.emplace(MemorySubject{beside.snapshot->snapshot(),
                                            beside.snapshot->assessment(), request.device,
                                            beside.snapshot->placement()});
    }
    if (!request.kernelsPath.empty()) {
        beside.report = std::make_unique<const MatchedReport>(
            TRY(namedBy("--kernels", openMatchedReport(request.kernelsPath, context))));
        beside.kernels.emplace(KernelReportSubject{beside.report->report, &beside.report->matches});
    }
    return beside;
}

// Empty for reports that do not show it: it reads the source.
std::optional<SessionEfficiency> efficiencyFor(const Session& session,
                                               const ReportRequest& request) {
    const bool isShown = request.kind == ReportKind::Analyze &&
                         request.format != ReportFormat::Sarif &&
                         request.format != ReportFormat::Csv;
    return isShown ? std::optional(efficiencyOf(session)) : std::nullopt;
}

}  // namespace

int runReport(const ReportRequest& request) {
    const DocumentUse use =
        request.kind == ReportKind::Info ? DocumentUse::Info : DocumentUse::Analyze;
    const DocumentKind kind = documentKindOf(request.tracePath, use);
    if (kind == DocumentKind::Snapshot || kind == DocumentKind::KernelReport) {
        return kind == DocumentKind::Snapshot ? runMemoryReport(request) : runKernelReport(request);
    }
    std::unique_ptr<ByteSource> input;
    const Result<NamedTrace> trace = load(request, use, input);
    if (!trace && input && trace.error().code == ErrorCode::NotATrace &&
        documentKindOf(*input) == DocumentKind::Snapshot) {
        const Result<std::unique_ptr<ByteSource>> again = readAgain(*input);
        return again ? runMemoryReport(request, again->get())
                     : failWith(exitCodeOf(again.error()), again.error().message);
    }
    if (!trace) {
        return failWith(exitCodeOf(trace.error()), trace.error().message);
    }
    const std::shared_ptr<const Session>& session = trace->session;
    if (const std::string problem = deviceError(*session, request); !problem.empty()) {
        return failWith(kExitUsage, problem);
    }
    const Result<Replayed> results = replayed(session, request);
    if (!results) {
        return failWith(kExitUsage, results.error().message);
    }
    const Result<FilesBesideTrace> beside = loadBeside(*session, request);
    if (!beside) {
        return failWith(exitCodeOf(beside.error()), beside.error().message);
    }
    const std::optional<SessionEfficiency> efficiency = efficiencyFor(*session, request);
    const ReportSubject subject{*session->trace,
                                session->analysis,
                                session->findings,
                                request.device,
                                results->answer ? &*results->answer : nullptr,
                                request.criticalPath ? &results->path : nullptr,
                                trace->settings.files,
                                beside->memory ? &*beside->memory : nullptr,
                                beside->kernels ? &*beside->kernels : nullptr,
                                efficiency ? &*efficiency : nullptr,
                                session->provenance.get()};
    if (const int code = writeReport(fullReport(session, subject, request), request.outPath);
        code != kExitFine) {
        return code;
    }
    if (trace->isToKeep) {
        keepInBackground(std::span(&request.tracePath, 1));
    }
    const std::string failed = gateFailure(subject, request);
    return failed.empty() ? kExitFine : failWith(kExitGate, failed);
}

}  // namespace gaplight::ui
