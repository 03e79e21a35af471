// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/ranks/pipeline_times.h"
#include "core/analysis/ranks/slow_hosts.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/detectors/engine/rules.h"
#include "core/ranks/rank_set.h"
#include "core/report/facts/trace_verdict.h"
#include "core/report/ranks/operation_rows.h"
#include "core/report/ranks/rank_figures.h"
#include "core/report/ranks/rank_report.h"
#include "core/report/ranks/rank_tables.h"
#include "core/report/table/table.h"
#include "core/report/text/html_page.h"
#include "core/report/text/report_page.h"
#include "core/session/scene_data.h"

namespace gaplight {
namespace {

// What fits on one screen; pages have more.
constexpr std::size_t kScreenRows = 8;
constexpr std::size_t kPageRows = 100;
constexpr std::size_t kScreenKernels = 3;
constexpr std::size_t kScreenSteps = 6;

std::size_t maxRows(const ReportPage& page) {
    return page.isFull() ? kPageRows : kScreenRows;
}

std::string numberingText(RankNumbering numbering) {
    switch (numbering) {
        case RankNumbering::Recorded:
            return "numbered as recorded";
        case RankNumbering::Replicas:
            return "several worlds of equal ranks, numbered one after the other: replicas by the "
                   "names of the files";
        case RankNumbering::FileNames:
            return "numbered by the names of the files";
        default:
            return "numbered in the order of the files";
    }
}

// "frontend run.async_llm.json.gz: `MainThread` busy 43.1 % of 120 ms: `step` 31.0 ms, ..."
std::string frontendText(const FrontendSession& frontend) {
    constexpr std::size_t kNamed = 3;
    const Trace& trace = *frontend.session->trace;
    const FrontendWork work = workOfFrontend(*frontend.session);
    std::string code;
    for (std::size_t at = 0; at < std::min(kNamed, work.code.size()); ++at) {
        appendItem(code, "`" + work.code[at].first + "` " + durationText(work.code[at].second));
    }
    return "frontend " + std::filesystem::path(trace.facts().path).filename().string() +
           (frontend.axis ? "" : ", apart: its clock is not recorded") + ": `" + work.thread +
           "` busy " + percentText(work.busyTime, trace.range().length()) + " of " +
           durationText(trace.range().length()) + (code.empty() ? "" : ": " + code);
}

void writeHead(const RankSetSubject& subject, ReportPage& page) {
    const RankSet& set = subject.set;
    page.title(rankSetTitle(set));
    page.line(numberingText(set.numbering) + "; " +
              countText(set.analysis.collectives.size(), "communication", "communications") +
              " matched, " + countText(set.analysis.unmatched) + " not");
    page.prose(rankSetSentence(subject));
    for (const FrontendSession& frontend : set.frontends) {
        page.line(frontendText(frontend));
    }
    for (const UnreadRank& unread : set.unread) {
        page.line("left out: " + unread.error.message);
    }
}

void writeClocks(const RankSet& set, ReportPage& page) {
    PageTable table{{{"rank", Align::Right},
                     {"clock"},
                     {"correction", Align::Right},
                     {"drift", Align::Right},
                     {"residual", Align::Right},
                     {"uncertainty", Align::Right}},
                    {}};
    bool areAllRecorded = true;
    for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
        const RankClock& clock = set.analysis.clocks[rank];
        const bool isFitted = clock.source == ClockSource::Fitted;
        const bool isOff = clock.source == ClockSource::Uncalibrated;
        areAllRecorded &= !isFitted && !isOff;
        table.rows.push_back(
            {std::to_string(set.ranks[rank].rank),
             isOff      ? "stands apart: " + clock.reason
             : isFitted ? "corrected"
                        : "as recorded",
             knownDuration(isFitted, clock.correction),
             isFitted ? std::to_string(static_cast<int>(std::lround(clock.driftPpm))) + " ppm"
                      : kNoValue,
             knownDuration(clock.collectives > 0, clock.residual),
             knownDuration(!isOff, clock.uncertainty)});
    }
    if (areAllRecorded && !page.isFull()) {
        page.line(rankClocksText(set));
        return;
    }
    page.heading("Clocks");
    page.table(table);
}

void writeRanks(const RankSet& set, ReportPage& page) {
    page.heading("Ranks");
    page.table(pageTable(ranksTable(set)));
}

void writeOperations(const RankSet& set, ReportPage& page) {
    page.heading("Communication");
    page.table(pageTable(operationsTable(set), maxRows(page)));
    page.note(
        "skew and transfer are medians, waits sums over ranks; bandwidth as nccl-tests' "
        "bus bandwidth");
    for (const std::string& line : linkLines(set)) {
        page.note(line);
    }
}

void writeTokens(const RankSet& set, ReportPage& page) {
    const PageTable table = pageTable(tokensTable(set), maxRows(page));
    if (!table.rows.empty()) {
        page.heading("Sizes of all-to-alls");
        page.table(table);
    }
}

void writeEqualKernels(const RankSetSubject& subject, ReportPage& page) {
    const std::span<const EqualKernel> kernels = subject.assessment == nullptr
                                                     ? std::span<const EqualKernel>{}
                                                     : std::span(subject.assessment->kernels);
    const PageTable table = pageTable(equalKernelsTable(subject.set, kernels),
                                      page.isFull() ? kPageRows : kScreenKernels);
    if (!table.rows.empty()) {
        page.heading("Equal kernels");
        page.table(table);
        page.note(
            "of the same name and launch configuration on all ranks; without runs that "
            "overlap communication");
    }
}

void writeLateCollectives(const RankSet& set, ReportPage& page) {
    const std::vector<std::size_t> late = lateCollectives(set.analysis);
    if (late.empty()) {
        return;
    }
    page.heading("Late collectives");
    page.table(pageTable(lateTable(set, late), maxRows(page)));
    if (late.size() > maxRows(page)) {
        page.note(countText(late.size() - maxRows(page)) + " more");
    }
}

void writeFindings(const RankAssessment& assessment, ReportPage& page) {
    page.heading("Findings");
    std::size_t number = 0;
    for (const RankFinding& finding : assessment.findings) {
        writeOpinion(finding, ++number, page);
    }
    if (number == 0) {
        page.line("none of " + countText(rankRules().size()) + " rules about ranks found anything");
    }
    for (const NotApplicable& rule : assessment.notApplicable) {
        page.note(std::string(rule.rule) + " could not run: " + rule.reason);
    }
}

void writeHeat(const RankSet& set, ReportPage& page) {
    page.heading("Waits by rank and step");
    if (page.style() == PageStyle::Html) {
        page.figure(heatFigure(set));
        return;
    }
    page.table(heatTable(set, page.isFull() ? kPageRows : kScreenSteps));
}

// "rank 1 13 %, rank 0 7.6 %": the largest first.
std::string rankErrorsText(const RankSet& set, const std::vector<double>& errors,
                           std::size_t maxRanks) {
    std::vector<std::size_t> ranks(errors.size());
    std::iota(ranks.begin(), ranks.end(), std::size_t{0});
    std::stable_sort(ranks.begin(), ranks.end(),
                     [&](std::size_t a, std::size_t b) { return errors[a] > errors[b]; });
    std::string text;
    for (std::size_t at = 0; at < std::min(ranks.size(), maxRanks); ++at) {
        appendItem(text, rankName(set, ranks[at]) + " " +
                             percentText(errors[ranks[at]], PercentForm::Error));
    }
    return ranks.size() > maxRanks ? text + ", others less" : text;
}

void writeWhatIf(const RankSetSubject& subject, ReportPage& page) {
    if (subject.whatIf.empty()) {
        return;
    }
    page.heading("What if");
    page.line("model error: " +
              rankErrorsText(subject.set, subject.whatIf.front().rankErrors, maxRows(page)));
    for (const JointAnswer& answer : subject.whatIf) {
        const std::string error = percentText(answer.modelError, PercentForm::Error);
        if (!answer.isTrusted) {
            page.line(answer.edit +
                      ": no saving can be given: the replay differs from the traces by " + error);
            continue;
        }
        page.line(answer.edit + ": " + durationText(answer.before.window) + " → " +
                  durationText(answer.after.window) + ", " + durationText(answer.saving) +
                  " to gain; model error " + error);
        if (answer.before.step && answer.after.step) {
            const std::string unprofiled =
                answer.unprofiledStep
                    ? ", without the profiler " + durationText(*answer.unprofiledStep)
                    : "";
            page.line("a step " + durationText(*answer.before.step) + " → " +
                      durationText(*answer.after.step) + unprofiled);
        }
    }
}

// `theme`: of the figure; null: the page has none.
void writePipelines(const RankSet& set, const Theme* theme, ReportPage& page) {
    const std::vector<PipelineTimes> pipelines = pipelineTimes(set.analysis);
    if (pipelines.empty()) {
        return;
    }
    page.heading(pipelines.size() == 1 ? "Pipeline" : "Pipelines");
    std::size_t stages = 0;
    for (const PipelineTimes& pipeline : pipelines) {
        if (stages < maxRows(page)) {
            page.line(pipelineSentence(set, pipeline));
        }
        stages += pipeline.stages.size();
    }
    if (theme != nullptr) {
        page.figure({pipelineSvg(set, pipelines.front(), *theme), "", "stages by time"});
    }
    page.table(pageTable(pipelineTable(set, pipelines), maxRows(page)));
    if (stages > maxRows(page)) {
        page.note(countText(stages - maxRows(page)) + " more stages");
    }
}

// `theme`: of the figure; null: the page has none.
void writeCollective(const RankSet& set, const Theme* theme, ReportPage& page) {
    const std::optional<std::size_t> shown = collectiveToShow(set.analysis);
    if (theme == nullptr || !shown) {
        return;
    }
    const bool isLate = set.analysis.collectives[*shown].isLate;
    page.heading(isLate ? "The collective that a rank is latest into"
                        : "The collective that ranks wait in most");
    page.figure({collectiveSvg(set, *shown, *theme), "", "one collective across ranks"});
}

void writePage(const RankSetSubject& subject, const Theme* theme, ReportPage& page) {
    writeHead(subject, page);
    if (subject.assessment != nullptr) {
        writeFindings(*subject.assessment, page);
    }
    writeClocks(subject.set, page);
    writeWhatIf(subject, page);
    writeRanks(subject.set, page);
    if (!subject.set.analysis.collectives.empty()) {
        writeHeat(subject.set, page);
        writeLateCollectives(subject.set, page);
        writeCollective(subject.set, theme, page);
        writePipelines(subject.set, theme, page);
        writeOperations(subject.set, page);
        writeTokens(subject.set, page);
    }
    writeEqualKernels(subject, page);
}

}  // namespace

std::string analyzeRanksText(const RankSetSubject& subject, PageStyle style) {
    const auto page = makePage(style);
    writePage(subject, nullptr, *page);
    return page->take();
}

std::string analyzeRanksHtml(const RankSetSubject& subject, const HtmlThemes& themes) {
    const auto page = makePage(PageStyle::Html);
    writePage(subject, &themes.light, *page);
    return htmlDocument("Ranks", page->take(), themes);
}

namespace {

std::string rankName(const RankSetAnalysis& set, std::size_t rank) {
    return "rank " + std::to_string(set.ranks[rank]);
}

std::string causeText(const Straggler& straggler) {
    const std::string place =
        straggler.in.empty() ? std::string() : " in `" + std::string(straggler.in) + "`";
    return straggler.kind == LateCause::Kind::Gpu ? "its GPU computes for longer" + place
                                                  : "its host is slow" + place;
}

std::string costText(const JointAnswer* cost) {
    if (cost == nullptr) {
        return "";
    }
    if (!cost->isTrusted) {
        return " What that costs is not known: a replay of the traces differs from them by " +
               percentText(cost->modelError, PercentForm::Error) + ".";
    }
    const std::string before = durationText(cost->before.window);
    const std::string after = durationText(cost->after.window);
    const std::string without = cost->kind == JointEdit::Kind::BalanceTokens
                                    ? " With as many tokens on each rank"
                                    : " Without that";
    if (after == before) {
        return without + " the run would still take " + before + ".";
    }
    std::string text = without + " the run would take " + after + " instead of " + before;
    if (cost->before.step && cost->after.step) {
        text += ", a step " + durationText(*cost->after.step) + " instead of " +
                durationText(*cost->before.step);
    }
    return text + ".";
}

std::uint64_t collectiveCount(const RankSetAnalysis& set, std::size_t rank) {
    std::uint64_t count = 0;
    for (const JointCollective& joint : set.collectives) {
        count += !joint.isSendReceive && joint.partOf(rank) != nullptr ? 1 : 0;
    }
    return count;
}

std::string waitedText(const Straggler& straggler) {
    return durationText(straggler.othersWaited) + " (" + percentText(straggler.shareOfWindows) +
           " of the recorded time of all ranks)";
}

// `title`: of the finding about the late rank; empty: the rules have not run, or found none.
std::string sentenceOf(const RankSetAnalysis& set, const JointAnswer* cost,
                       const std::string& title) {
    if (set.collectives.empty()) {
        return "No communication of two ranks could be matched, so nothing is known of waits "
               "between them.";
    }
    if (!set.straggler) {
        Duration waits{};
        Duration recorded{};
        for (const RankTotals& totals : set.totals) {
            waits += totals.wait;
            recorded += totals.recorded.length();
        }
        return "No rank holds the others up: they wait for each other for " +
               percentText(waits, recorded) + " of their time.";
    }
    const Straggler& straggler = *set.straggler;
    const RankTotals& totals = set.totals[straggler.rank];
    const std::string waited = waitedText(straggler);
    std::string name = rankName(set, straggler.rank);
    if (totals.lateIn == 0) {
        return "The ranks wait most for " + name + ": " + waited +
               "; summed over the ranks that wait, its GPU meanwhile computes " +
               durationText(totals.meanwhile.gpu) + " and has nothing to run for " +
               durationText(totals.meanwhile.host) + ".";
    }
    name.front() = 'R';
    const std::string late =
        name + " is late into " + countText(totals.lateIn) + " of " +
        countText(collectiveCount(set, straggler.rank), "collective", "collectives") + ": " +
        causeText(straggler);
    return (title.empty() ? late : title) + ". The ranks wait " + waited + " for it." +
           costText(cost);
}

// "rank 2 in step 2, rank 3 in step 3 and rank 0 in step 4", where different ranks are slow in
// turn.
std::string slowHostsText(const RankSet& set) {
    constexpr std::size_t kShown = 4;
    const std::vector<SlowHostStep> steps = slowHostSteps(set.analysis);
    if (!isRotating(steps)) {
        return {};
    }
    std::vector<std::string> names;
    std::size_t hidden = 0;
    for (const SlowHostStep& step : steps) {
        hidden += step.isHidden ? 1 : 0;
        if (names.size() < kShown) {
            names.push_back(rankName(set, step.rank) + " in " + stepLabel(set, step.step) + " (+" +
                            durationText(step.more) + ")");
        }
    }
    if (steps.size() > kShown) {
        names.back() = countText(steps.size() - kShown + 1, "more", "more");
    }
    return " The slow rank changes: the host of " + listText(names) +
           " takes longer than that of any other." +
           (hidden == 0
                ? ""
                : " Queued work hides " + countText(hidden) + " of these: nobody waits there.");
}

// How little the GPUs compute, where none does for half of its time and no late rank explains it:
// without its lateness less than kMinGainPercent of the run would be gained. `shared`: title of the
// first finding that the ranks have in common; empty: none.
std::string computeText(const RankSetAnalysis& set, const JointAnswer* cost,
                        const std::string& shared) {
    constexpr std::int64_t kMinGainPercent = 10;
    const bool isExplained =
        set.straggler &&
        (cost == nullptr || reachesPercent(cost->saving, cost->before.window, kMinGainPercent));
    if (isExplained) {
        return {};
    }
    const RankTotals* least = nullptr;
    const RankTotals* most = nullptr;
    const auto shareOf = [](const RankTotals& totals) {
        return static_cast<double>(totals.compute.count()) /
               static_cast<double>(totals.recorded.length().count());
    };
    for (const RankTotals& totals : set.totals) {
        if (totals.recorded.length() > Duration::zero()) {
            least = least == nullptr || shareOf(totals) < shareOf(*least) ? &totals : least;
            most = most == nullptr || shareOf(totals) > shareOf(*most) ? &totals : most;
        }
    }
    if (most == nullptr || most->compute * 2 >= most->recorded.length()) {
        return {};
    }
    const std::string from = percentText(least->compute, least->recorded.length());
    const std::string to = percentText(most->compute, most->recorded.length());
    return " The GPUs compute " + (from == to ? from : from + " to " + to) +
           (shared.empty() ? " of the time: the analysis of one rank alone shows why."
                           : " of the time. " + shared + ".");
}

// What stages of equal weight would take; empty where that is not known.
std::string balanceText(const RankFinding& stage) {
    const std::optional<Duration> before = stage.values.time("before");
    const std::optional<Duration> after = stage.values.time("after");
    return !before || !after
               ? std::string()
               : " With stages of equal weight the run would take " + durationText(*after) +
                     " instead of " + durationText(*before) + ".";
}

}  // namespace

std::string rankAnalysisSentence(const RankSetAnalysis& set, const JointAnswer* cost) {
    return sentenceOf(set, cost, {}) + computeText(set, cost, {});
}

namespace {

// Those that the sentence names; null: there is none.
struct SentenceFindings {
    const RankFinding* late = nullptr;
    const RankFinding* shared = nullptr;
    const RankFinding* stage = nullptr;  // only where no rank is late
};

SentenceFindings sentenceFindings(const RankSetSubject& subject) {
    SentenceFindings found;
    for (const RankFinding& finding : subject.assessment == nullptr
                                          ? std::span<const RankFinding>{}
                                          : std::span(subject.assessment->findings)) {
        const auto isFirst = [&](const RankFinding* known, const RankRule& rule) {
            return known == nullptr && finding.rule == rule.id;
        };
        found.late = finding.rule == lateRankRule().id ? &finding : found.late;
        found.shared = isFirst(found.shared, sharedFindingRule()) ? &finding : found.shared;
        found.stage = isFirst(found.stage, stageImbalanceRule()) ? &finding : found.stage;
    }
    const bool isSaid =
        found.stage != nullptr && found.late == nullptr && found.stage->severity != Severity::Info;
    found.stage = isSaid ? found.stage : nullptr;
    return found;
}

std::string titleOf(const RankFinding* finding) {
    return finding == nullptr ? std::string() : finding->title;
}

// Of what most of the lateness is; empty where it is no part of the time.
std::optional<ColorRef> colorOf(const RankFinding& late) {
    const auto most = std::ranges::max_element(
        late.parts, {}, [](const std::pair<LatenessPart, Duration>& part) { return part.second; });
    if (most == late.parts.end()) {
        return std::nullopt;
    }
    switch (most->first) {
        case LatenessPart::MoreWork:
        case LatenessPart::SlowerKernels:
            return Role::Compute;
        case LatenessPart::Host:
        case LatenessPart::HostHeldUp:
            return Role::IdleHost;
        case LatenessPart::OwnWaiting:
            return Role::IdleRank;
        default:
            return std::nullopt;
    }
}

}  // namespace

std::string rankSetSentence(const RankSetSubject& subject) {
    const auto [late, shared, stage] = sentenceFindings(subject);
    std::string waits = sentenceOf(subject.set.analysis, subject.cost, titleOf(late));
    if (stage != nullptr) {
        waits = stage->title + ". " + waits + balanceText(*stage);
    }
    const std::string compute = computeText(subject.set.analysis, subject.cost, titleOf(shared));
    // What is worse comes first, as in the list of findings.
    const bool isComputeFirst = late != nullptr && shared != nullptr && !compute.empty() &&
                                shared->severity < late->severity;
    return (isComputeFirst ? compute.substr(1) + " " + waits : waits + compute) +
           slowHostsText(subject.set);
}

std::vector<RankSentenceMark> rankSentenceMarks(const RankSetSubject& subject) {
    const auto [late, shared, stage] = sentenceFindings(subject);
    std::vector<RankSentenceMark> marks;
    if (subject.set.analysis.straggler) {
        marks.push_back({waitedText(*subject.set.analysis.straggler), Role::IdleRank});
    }
    if (const auto color = late == nullptr ? std::nullopt : colorOf(*late)) {
        const std::size_t cause = late->title.find(": ");
        marks.push_back(
            {cause == std::string::npos ? late->title : late->title.substr(cause + 2), *color});
    }
    if (stage != nullptr) {
        marks.push_back({stage->title, Role::Compute});
    }
    if (shared != nullptr) {
        const Detector* rule = findDetector(shared->values.text("rule"));
        const bool isIdle = rule != nullptr && rule->idleClass != IdleClass::Other;
        marks.push_back({shared->title, isIdle ? idleColor(rule->idleClass) : Role::Compute});
    }
    return marks;
}

std::string rankSetTitle(const RankSet& set) {
    return countText(set.ranks.size(), "rank", "ranks") + " of " +
           countText(static_cast<std::uint64_t>(set.worldSize));
}

std::string rankClocksText(const RankSet& set) {
    std::string text;
    for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
        const RankClock& clock = set.analysis.clocks[rank];
        if (clock.source == ClockSource::Fitted) {
            appendItem(text,
                       rankName(set.analysis, rank) + " by " + durationText(clock.correction));
        }
    }
    const bool isRecorded = text.empty();
    text = isRecorded ? "clocks as recorded" : "clocks corrected: " + text;
    const Duration spread = set.analysis.endSpread;
    return spread > Duration{}
               ? text + (isRecorded ? ": " : "; ") + "ranks leave a collective within " +
                     durationText(spread) + " (median)"
               : text;
}

}  // namespace gaplight
