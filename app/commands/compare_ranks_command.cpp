// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <filesystem>
#include <span>
#include <string>

#include "app/commands/page_style.h"
#include "app/loading/loading.h"
#include "app/process/message_line.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/ranks/rank_set_comparison.h"
#include "core/report/ranks/rank_diff.h"
#include "core/report/text/html_page.h"

namespace gaplight::ui {
namespace {

std::string folderName(const std::string& path) {
    const std::filesystem::path folder(path);
    return (folder.has_filename() ? folder : folder.parent_path()).filename().string();
}

Result<std::string> diffReport(const RankDiffSubject& subject, const CompareRequest& request) {
    if (request.format == ReportFormat::Json) {
        return compareRanksJson(subject);
    }
    if (request.format != ReportFormat::Html) {
        return compareRanksText(subject, styleFor(request));
    }
    return compareRanksHtml(subject, TRY(builtInHtmlThemes()));
}

// Why the gate fails; empty if it does not.
std::string rankGateFailure(const RankSetComparison& comparison, const CompareRequest& request) {
    if (!request.maxRegressionPpm) {
        return {};
    }
    if (comparison.kind == VerdictKind::Inconclusive) {
        return "--max-regression: " + request.paths[1] + " cannot be judged";
    }
    const bool isOver = comparison.kind == VerdictKind::Regressed && comparison.change &&
                        *comparison.change * 1e6 > static_cast<double>(*request.maxRegressionPpm);
    return isOver ? "--max-regression: " + request.paths[1] + " takes " +
                        percentText(*comparison.change) + " longer, more than " +
                        percentText(static_cast<double>(*request.maxRegressionPpm) / 1e6,
                                    PercentForm::Limit)
                  : std::string{};
}

}  // namespace

int runCompareRanks(const CompareRequest& request) {
    if (request.paths.size() != 2 || !request.pins.empty() || !request.functions.empty() ||
        request.format == ReportFormat::Csv) {
        return failWith(kExitUsage,
                        "of several ranks, two folders are compared, as text, markdown, html or "
                        "json; --pin and --function make sense with traces only");
    }
    const std::span<const std::string> paths(request.paths);
    CachedOpening opening(request.reading);
    const Result<LoadedRanks> a = loadRanks(paths.subspan(0, 1), request.reading, opening);
    const Result<LoadedRanks> b = a ? loadRanks(paths.subspan(1, 1), request.reading, opening) : a;
    if (!a || !b) {
        const Error& error = a ? b.error() : a.error();
        return failWith(exitCodeOf(error), error.message);
    }
    CompareOptions options;
    if (request.noisePpm) {
        options.noiseFloor = static_cast<double>(*request.noisePpm) / 1e6;
    }
    const RankSetComparison comparison = compareRankSets(*a->set, *b->set, options);
    const RankDiffSubject subject{*a->set, *b->set, comparison, folderName(request.paths[0]),
                                  folderName(request.paths[1])};
    if (const int code = writeReport(diffReport(subject, request), request.outPath);
        code != kExitFine) {
        return code;
    }
    opening.keepOthers();
    const std::string failed = rankGateFailure(comparison, request);
    return failed.empty() ? kExitFine : failWith(kExitGate, failed);
}

}  // namespace gaplight::ui
