// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/ranks_command.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <unistd.h>

#include "app/cached_opening.h"
#include "app/exit_code.h"
#include "app/interrupt_watch.h"
#include "app/page_style.h"
#include "app/progress_line.h"
#include "app/remote_opening.h"
#include "app/trace_loading.h"
#include "core/io/output_file.h"
#include "core/ranks/joint_what_if.h"
#include "core/ranks/rank_set.h"
#include "core/ranks/rules/rank_rules.h"
#include "core/report/ranks/rank_report.h"
#include "core/report/text/html_document.h"
#include "core/scene/display/theme_files.h"

namespace gaplight::ui {
namespace {

Result<std::shared_ptr<const RankSet>> openRanks(const RanksRequest& request,
                                                 std::span<const std::string> files,
                                                 const Settings& settings, CachedOpening& opening) {
    const InterruptWatch interrupts;
    ProgressLine line;
    RankSetOptions options;
    options.stop = interrupts.token();
    options.settings = settings;
    options.inflation = request.reading.inflation;
    if (!request.reading.quiet && ::isatty(STDERR_FILENO) == 1) {
        options.onProgress = [&](std::size_t, const LoadProgress& progress) {
            line.show(progress);
        };
    }
    options.open = [&opening](const std::string& path, const OpenOptions& asked) {
        return opening.open(path, asked);
    };
    return openRankSet(files, options);
}

// Answers to all edits.
Result<std::vector<JointAnswer>> answersOf(const RankSet& set, const JointReplay& replay,
                                           const std::vector<std::string>& edits) {
    std::vector<JointAnswer> answers;
    for (const std::string& text : edits) {
        const Result<JointEdit> edit = jointEditFrom(text, set);
        if (!edit) {
            return fail(ErrorCode::BadArgument, "--what-if " + edit.error().message);
        }
        if (std::optional<JointAnswer> answer = jointAnswer(set, replay, *edit)) {
            answers.push_back(std::move(*answer));
        }
    }
    return answers;
}

Result<std::string> reportOn(const RankSetSubject& subject, const RanksRequest& request) {
    if (request.format == ReportFormat::Json) {
        return analyzeRanksJson(subject);
    }
    if (request.format != ReportFormat::Html) {
        return analyzeRanksText(subject, styleFor(request));
    }
    const Result<Theme> light = builtInTheme(false);
    const Result<Theme> dark = builtInTheme(true);
    if (!light || !dark) {
        return tl::unexpected<Error>(light ? dark.error() : light.error());
    }
    return analyzeRanksHtml(subject, {*light, *dark});
}

}  // namespace

int runRanks(const RanksRequest& request) {
    const Result<std::vector<std::string>> files =
        tracesNamed(request.paths, remoteReading(request.reading));
    if (!files) {
        return failWith(exitCodeOf(files.error()), files.error().message);
    }
    const Result<TraceSettings> settings = settingsWith(files->front(), request.reading);
    if (!settings) {
        return failWith(kExitUsage, settings.error().message);
    }
    CachedOpening opening(request.reading);
    const Result<std::shared_ptr<const RankSet>> set =
        openRanks(request, *files, settings->settings, opening);
    if (!set) {
        return failWith(exitCodeOf(set.error()), set.error().message);
    }
    for (const UnreadRank& unread : (*set)->unread) {
        printLine("left out: " + unread.error.message);
    }
    const JointReplay replay(rankTraces(**set), (*set)->analysis);
    const Result<std::vector<JointAnswer>> answers = answersOf(**set, replay, request.whatIf);
    if (!answers) {
        return failWith(kExitUsage, answers.error().message);
    }
    const std::optional<JointAnswer> cost = stragglerCost(**set, replay);
    const JointAnswer* known = cost ? &*cost : nullptr;
    const RankAssessment assessment = assessRanks(**set, settings->settings, known);
    const Result<std::string> report = reportOn({**set, known, *answers, &assessment}, request);
    if (!report) {
        return failWith(exitCodeOf(report.error()), report.error().message);
    }
    const Result<void> written = request.outPath.empty()
                                     ? writeStandardOutput(*report)
                                     : writeOutputFile(request.outPath, *report);
    opening.keepOthers();
    return written ? kExitFine : failWith(exitCodeOf(written.error()), written.error().message);
}

}  // namespace gaplight::ui
