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
#include "core/ranks/joint_what_if.h"
#include "core/ranks/rank_set.h"
#include "core/ranks/rules/rank_rules.h"
#include "core/report/ranks/rank_report.h"
#include "core/report/text/html_page.h"

namespace gaplight::ui {
namespace {

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
        } else {
            printLine("--what-if " + text + ": no answer: the replays of the ranks do not settle");
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
    return analyzeRanksHtml(subject, TRY(builtInHtmlThemes()));
}

}  // namespace

int runRanks(const RanksRequest& request) {
    CachedOpening opening(request.reading);
    const Result<LoadedRanks> loaded = loadRanks(request.paths, request.reading, opening);
    if (!loaded) {
        return failWith(exitCodeOf(loaded.error()), loaded.error().message);
    }
    const std::shared_ptr<const RankSet>& set = loaded->set;
    const JointReplay replay(rankTraces(*set), set->analysis);
    const Result<std::vector<JointAnswer>> answers = answersOf(*set, replay, request.whatIf);
    if (!answers) {
        return failWith(kExitUsage, answers.error().message);
    }
    const std::optional<JointAnswer> cost = stragglerCost(*set, replay);
    const JointAnswer* known = cost ? &*cost : nullptr;
    const RankAssessment assessment = assessRanks(*set, loaded->settings, known, &replay);
    const int code =
        writeReport(reportOn({*set, known, *answers, &assessment}, request), request.outPath);
    opening.keepOthers();
    return code;
}

}  // namespace gaplight::ui
