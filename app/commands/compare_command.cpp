// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/commands/page_style.h"
#include "app/figures/figures.h"
#include "app/loading/loading.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/compare/comparison.h"
#include "core/detectors/engine/settings.h"
#include "core/report/diff/compared_quantities.h"
#include "core/report/diff/comparison_report.h"
#include "core/session/comparison_of.h"
#include "core/session/efficiency_of.h"
#include "core/session/provenance_of.h"
#include "core/session/session.h"

namespace gaplight::ui {
namespace {

using Sessions = std::vector<std::shared_ptr<const Session>>;

// The runs, with the settings files of each, and how well its kernels use the GPU. The latter is
// measured for JSON alone, which has all that `analyze` has.
struct Runs {
    Sessions sessions;
    std::vector<std::vector<SettingsFile>> files;
    std::vector<SessionEfficiency> efficiencies;
    std::vector<std::shared_ptr<const Provenance>> provenances;
    std::vector<std::string> toKeep;  // in the cache
};

Result<Runs> loadAll(const CompareRequest& request) {
    const InterruptWatch interrupts;
    Runs runs;
    for (const std::string& path : request.paths) {
        NamedTrace trace =
            TRY(loadTrace(DocumentUse::Compare, path, request.reading, interrupts.token()));
        if (trace.isToKeep) {
            runs.toKeep.push_back(path);
        }
        if (request.format == ReportFormat::Json) {
            runs.efficiencies.push_back(efficiencyOf(*trace.session));
        }
        runs.sessions.push_back(std::move(trace.session));
        runs.files.push_back(std::move(trace.settings.files));
    }
    return runs;
}

// Adds what the captures say of the runs whose graphs they have.
Result<void> addCaptures(const CompareRequest& request, Runs& runs) {
    const InterruptWatch interrupts;
    for (const std::shared_ptr<const Session>& session : runs.sessions) {
        runs.provenances.push_back(session->provenance);
    }
    for (const std::string& path : request.capturePaths) {
        const Result<LoadedTrace> capture = namedBy(
            "--capture", readTrace(path, contextOf(request.reading, interrupts.token()).reading));
        if (!capture) {
            return tl::unexpected<Error>(capture.error());
        }
        bool isUsed = false;
        Error refused;
        for (std::size_t at = 0; at < runs.sessions.size(); ++at) {
            auto known = withCapture(*runs.sessions[at], *capture);
            if (known) {
                runs.provenances[at] = *std::move(known);
                isUsed = true;
            } else {
                refused = known.error();
            }
        }
        if (!isUsed) {
            return fail(ErrorCode::BadArgument, "--capture " + path + ": " + refused.message);
        }
    }
    return {};
}

ReportSubject subjectOf(const Runs& runs, std::size_t at) {
    const Session& session = *runs.sessions[at];
    ReportSubject subject{*session.trace, session.analysis, session.findings, std::nullopt,
                          nullptr,        nullptr,          runs.files[at]};
    subject.efficiency = at < runs.efficiencies.size() ? &runs.efficiencies[at] : nullptr;
    return subject;
}

Result<std::vector<Comparison>> compareAll(const Sessions& sessions,
                                           const CompareRequest& request) {
    std::vector<Comparison> comparisons;
    for (std::size_t at = 1; at < sessions.size(); ++at) {
        CompareOptions options;
        for (const PinArgs& pin : request.pins) {
            const Result<void> added =
                addPin(*sessions.front(), *sessions[at], pin.a, pin.b, options.pins);
            if (!added) {
                return fail(ErrorCode::BadArgument, "--pin " + added.error().message);
            }
        }
        if (request.noisePpm) {
            options.noiseFloor = static_cast<double>(*request.noisePpm) / 1e6;
        }
        options.functions = request.functions;
        comparisons.push_back(compareSessions(*sessions.front(), *sessions[at], options));
    }
    return comparisons;
}

// Why the gate fails for one comparison; empty if it does not.
std::string gateFailure(const CompareSubject& subject, const CompareRequest& request) {
    if (!request.maxRegressionPpm) {
        return {};
    }
    const Verdict& verdict = subject.comparison.verdict;
    const std::string& path = subject.b.trace.facts().path;
    if (!verdict.change || verdict.kind == VerdictKind::Inconclusive) {
        return "--max-regression: " + path + " cannot be judged" +
               (verdict.remarks.empty() ? std::string{} : ": " + verdict.remarks.front());
    }
    const bool isOver = *verdict.change * 1e6 > static_cast<double>(*request.maxRegressionPpm) &&
                        verdict.kind == VerdictKind::Regressed;
    return isOver ? "--max-regression: " + path + " takes " +
                        changeText(verdict.a.count(), verdict.bAtClock.count()) + ", more than " +
                        percentText(static_cast<double>(*request.maxRegressionPpm) / 1e6,
                                    PercentForm::Limit)
                  : std::string{};
}

Result<std::string> reportOn(const Sessions& sessions, std::span<const CompareSubject> subjects,
                             const CompareRequest& request) {
    if (request.format == ReportFormat::Html) {
        return htmlComparison(sessions, subjects);
    }
    return request.format == ReportFormat::Json ? compareJson(subjects)
           : request.format == ReportFormat::Csv
               ? compareCsv(subjects)
               : compareText(subjects, styleFor(request),
                             request.all ? CompareDetail::All : CompareDetail::Verdict,
                             pageWidth());
}

// The kind of all files: each is compared with its own kind alone.
Result<DocumentKind> comparedKind(const std::vector<std::string>& paths) {
    const DocumentKind first = TRY(documentFor(DocumentUse::Compare, paths.front()));
    for (const std::string& path : paths) {
        const DocumentKind kind = TRY(documentFor(DocumentUse::Compare, path));
        if (kind != first) {
            return fail(ErrorCode::BadArgument,
                        fmt::format("a {} cannot be compared with a {}", documentFacts(kind).name,
                                    documentFacts(first).name));
        }
    }
    return first;
}

// Memory snapshots or kernel reports.
int compareOthers(const CompareRequest& request, DocumentKind kind) {
    if (request.paths.size() != 2 || !request.pins.empty() || !request.functions.empty() ||
        request.maxRegressionPpm || request.format == ReportFormat::Csv ||
        request.format == ReportFormat::Html) {
        return failWith(kExitUsage,
                        std::string(documentFacts(kind).name) +
                            "s are compared two at a time, as text, json or markdown, without "
                            "--pin, --function and --max-regression");
    }
    return kind == DocumentKind::Snapshot ? compareSnapshots(request)
                                          : compareKernelReports(request);
}

}  // namespace

int runCompare(const CompareRequest& request) {
    const Result<DocumentKind> kind = comparedKind(request.paths);
    if (!kind) {
        return failWith(exitCodeOf(kind.error()), kind.error().message);
    }
    if (*kind != DocumentKind::Trace) {
        return *kind == DocumentKind::Ranks ? runCompareRanks(request)
                                            : compareOthers(request, *kind);
    }
    Result<Runs> runs = loadAll(request);
    const Result<void> captured =
        runs ? addCaptures(request, *runs) : tl::unexpected<Error>(runs.error());
    if (!captured) {
        return failWith(exitCodeOf(captured.error()), captured.error().message);
    }
    const Result<std::vector<Comparison>> comparisons = compareAll(runs->sessions, request);
    if (!comparisons) {
        return failWith(kExitUsage, comparisons.error().message);
    }
    std::vector<std::optional<OriginChanges>> origins;
    for (std::size_t at = 1; at < runs->sessions.size(); ++at) {
        origins.push_back(compareOrigins(*runs->sessions[0], runs->provenances[0].get(),
                                         *runs->sessions[at], runs->provenances[at].get()));
    }
    std::vector<CompareSubject> subjects;
    for (std::size_t at = 0; at < comparisons->size(); ++at) {
        subjects.push_back({subjectOf(*runs, 0), subjectOf(*runs, at + 1), (*comparisons)[at],
                            origins[at] ? &*origins[at] : nullptr});
    }
    if (const int code = writeReport(reportOn(runs->sessions, subjects, request), request.outPath);
        code != kExitFine) {
        return code;
    }
    keepInBackground(runs->toKeep);
    for (const CompareSubject& subject : subjects) {
        const std::string failed = gateFailure(subject, request);
        if (!failed.empty()) {
            return failWith(kExitGate, failed);
        }
    }
    return kExitFine;
}

}  // namespace gaplight::ui
