// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/fleet/fleet_report.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/report/facts/idle_explanation_text.h"
#include "core/report/facts/json_sections.h"
#include "core/report/facts/report_sections.h"
#include "core/report/ranks/rank_report.h"
#include "core/report/table/table.h"
#include "core/report/text/html_page.h"
#include "core/report/text/report_page.h"

namespace gaplight {
namespace {

constexpr std::size_t kRangesInCell = 8;

std::string kindText(const LateRank& late) {
    const std::string kind = late.kind == LateCause::Kind::Gpu ? "GPU" : "host";
    return late.isCauseKnown ? kind : kind + "?";
}

// "0–3, 8 and 9", at most `maxRanges` ranges, then how many more.
std::string rankRangesText(std::span<const RankNumbers> ranges, std::size_t maxRanges) {
    std::vector<std::string> items;
    for (const RankNumbers& range : ranges.first(std::min(ranges.size(), maxRanges))) {
        items.push_back(std::to_string(range.first) +
                        (range.last > range.first ? "–" + std::to_string(range.last) : ""));
    }
    if (ranges.size() > maxRanges) {
        items.push_back(countText(ranges.size() - maxRanges) + " more ranges");
    }
    return listText(items);
}

// The same of the ranks at these positions, ascending.
std::string rankNumbersText(const Fleet& fleet, std::span<const std::size_t> ranks,
                            std::size_t maxRanges) {
    std::vector<RankNumbers> ranges;
    for (const std::size_t rank : ranks) {
        const int number = fleet.analysis.ranks[rank];
        if (!ranges.empty() && ranges.back().last + 1 == number) {
            ranges.back().last = number;
        } else {
            ranges.push_back({number, number});
        }
    }
    return rankRangesText(ranges, maxRanges);
}

Table toOpenTable(const FleetSubject& subject) {
    const Fleet& fleet = subject.fleet;
    return tableOf(subject.toOpen,
                   column("rank", "rank", Unit::Number,
                          [&](auto& one) { return fleet.analysis.ranks[one.rank]; }),
                   column("why", "why", Unit::Text, &RankToOpen::why),
                   column("path", "trace", {Unit::Code, 60},
                          [&](auto& one) { return fleet.ranks[one.rank].summary.trace.path; }));
}

Table lateRanksTable(const FleetSubject& subject) {
    return tableOf(
        subject.measures.late,
        column("rank", "rank", Unit::Number,
               [&](auto& late) { return subject.fleet.analysis.ranks[late.rank]; }),
        column("late_count", "late in", Unit::Count, &LateRank::lateIn),
        column("late_with_others", "", Unit::Count, &LateRank::lateTogether),
        column("collectives", "of", Unit::Count, &LateRank::collectives),
        column("", "with others", Unit::Count,
               [](auto& late) { return knownIf(late.lateTogether > 0, late.lateTogether); }),
        column("lateness_ns", "by", Unit::Nanoseconds, &LateRank::lateness),
        column("others_waited_ns", "others wait", Unit::Nanoseconds, &LateRank::othersWaited),
        column("kind", "", Unit::Text, [](auto& late) { return lateCauseName(late.kind); }),
        column("", "because of", Unit::Text, kindText),
        column("sure", "", Unit::Text, &LateRank::isCauseKnown),
        column("in", "in", {Unit::Text, 40, ""},
               [](auto& late) { return knownIf(!late.in.empty(), late.in); }));
}

Table outlierStepsTable(const FleetSubject& subject) {
    const StepLengths& steps = subject.measures.steps;
    return tableOf(steps.outliers, column("step", "", Unit::Number, &OutlierStep::step),
                   column("", "step", Unit::Number, [](auto& step) { return step.step + 1; }),
                   column("length_ns", "takes", Unit::Nanoseconds, &OutlierStep::length),
                   column("", "more than usual", Unit::Nanoseconds,
                          [&](auto& step) { return step.length - steps.typical; }),
                   column("late_rank", "late rank", Unit::Number,
                          [&](auto& step) {
                              return step.late
                                         ? std::optional(subject.fleet.analysis.ranks[*step.late])
                                         : std::nullopt;
                          }),
                   column("lead_ns", "", Unit::Nanoseconds, &OutlierStep::lead),
                   column("", "by", Unit::Nanoseconds,
                          [](auto& step) { return knownIf(step.late.has_value(), step.lead); }));
}

Table alikeRanksTable(const FleetSubject& subject) {
    const Fleet& fleet = subject.fleet;
    const auto typicalOf = [&](const AlikeRanks& group) {
        return fleet.analysis.ranks[group.typical];
    };
    return tableOf(
        subject.measures.groups,
        column("ranks", "", Unit::Text,
               [&](auto& group) {
                   Json ranks = Json::array();
                   for (const std::size_t rank : group.ranks) {
                       ranks.push_back(fleet.analysis.ranks[rank]);
                   }
                   return ranks;
               }),
        column("", "ranks", Unit::Count, [](auto& group) { return group.ranks.size(); }),
        column("typical", "", Unit::Number, typicalOf),
        column("compute_per_step_ns", "computes a step", Unit::Nanoseconds, &AlikeRanks::compute),
        column("wait_per_step_ns", "", Unit::Nanoseconds, &AlikeRanks::wait),
        column("", "waits a step", Unit::Nanoseconds,
               [&](auto& group) {
                   return knownIf(fleet.analysis.totals[group.typical].kernels > 0, group.wait);
               }),
        column("", "typical", Unit::Number, typicalOf),
        column("", "which", Unit::Text,
               [&](auto& group) { return rankNumbersText(fleet, group.ranks, kRangesInCell); }));
}

// Idle time of all GPUs by what the host did.
Table fleetIdleTable(const Fleet& fleet) {
    IdleByActivity sums{};
    Duration window{};
    for (const FleetRank& rank : fleet.ranks) {
        window += rank.summary.gpu.window;
        for (std::size_t at = 0; at < sums.size(); ++at) {
            sums[at] += rank.summary.gpu.idleByActivity[at];
        }
    }
    return partsTable({"host", "idle", "of all GPUs' time"}, sums, window, gapActivityLabel);
}

// Clocks that were corrected, or stand apart.
Table fleetClocksTable(const Fleet& fleet) {
    const std::vector<RankClock>& clocks = fleet.analysis.clocks;
    std::vector<std::size_t> ranks;
    for (std::size_t rank = 0; rank < fleet.ranks.size(); ++rank) {
        if (clocks[rank].source != ClockSource::Recorded) {
            ranks.push_back(rank);
        }
    }
    const auto isFitted = [&](std::size_t rank) {
        return clocks[rank].source == ClockSource::Fitted;
    };
    return tableOf(
        ranks,
        column("", "rank", Unit::Number, [&](auto rank) { return fleet.analysis.ranks[rank]; }),
        column("", "clock", Unit::Text,
               [&](auto rank) {
                   return isFitted(rank) ? "corrected" : "stands apart: " + clocks[rank].reason;
               }),
        column("", "correction", Unit::Nanoseconds,
               [&](auto rank) { return knownIf(isFitted(rank), clocks[rank].correction); }),
        column("", "uncertainty", Unit::Nanoseconds,
               [&](auto rank) { return knownIf(isFitted(rank), clocks[rank].uncertainty); }));
}

Table leftOutTable(const std::vector<LeftOutSummary>& files) {
    return tableOf(files, column("summary", "summary", {Unit::Code, 60}, &LeftOutSummary::file),
                   column("reason", "left out because", Unit::Text, &LeftOutSummary::reason));
}

Table runsTable(const Fleet& fleet) {
    return tableOf(
        fleet.runs,
        column("run", "run", Unit::Number, [&](auto& run) { return &run - fleet.runs.data() + 1; }),
        column("", "after the one before", Unit::Nanoseconds,
               [&](auto& run) {
                   const FleetRun& before = &run == fleet.runs.data() ? run : *(&run - 1);
                   return knownIf(
                       &before != &run && run.begin && before.begin,
                       run.begin.value_or(Duration{}) - before.begin.value_or(Duration{}));
               }),
        column("begin_abs_ns", "", Unit::Nanoseconds, &FleetRun::begin),
        column("ranks", "ranks", Unit::Count, &FleetRun::ranks),
        column("world_size", "of", Unit::Number, &FleetRun::worldSize),
        column("path", "its first trace", {Unit::Code, 60}, &FleetRun::path));
}

Json jsonClock(const RankClock& clock) {
    return {{"calibrated", clock.source != ClockSource::Uncalibrated},
            {"offset_ns", clock.correction.count()},
            {"drift_ppm", clock.driftPpm},
            {"residual_ns", clock.residual.count()},
            {"uncertainty_ns", clock.uncertainty.count()},
            {"reason", textOrNull(clock.reason)}};
}

Json jsonCosts(const RankSummary& summary) {
    Json costs = Json::array();
    for (const SummarizedCost& cost : summary.costs) {
        costs.push_back({{"kind", costKindName(cost.kind)},
                         {"name", cost.name},
                         {"count", cost.count},
                         {"total_ns", cost.total.count()}});
    }
    return costs;
}

Json jsonIdle(const SummarizedGpu& gpu) {
    return {{"window_ns", gpu.window.count()},
            {"busy_ns", gpu.busy.count()},
            {"idle_ns", gpu.idle.count()},
            {"idle_by_trigger_ns", jsonTimes(gpu.idleByTrigger, gapTriggerName)},
            {"idle_by_filler_ns", jsonTimes(gpu.idleByActivity, gapActivityName)}};
}

Json jsonFindingsOf(const RankSummary& summary) {
    Json findings = Json::array();
    for (const SummarizedFinding& finding : summary.findings) {
        findings.push_back(
            {{"detector", finding.rule},
             {"severity", finding.severity},
             {"title", finding.title},
             {"saving_ns", finding.saving ? Json(finding.saving->count()) : Json(nullptr)},
             {"gpu_idle_ns", finding.idle.count()}});
    }
    return findings;
}

Json jsonRank(const FleetSubject& subject, std::size_t at) {
    const RankSummary& summary = subject.fleet.ranks[at].summary;
    const RankSetAnalysis& set = subject.fleet.analysis;
    const RankTotals& totals = set.totals[at];
    return {{"rank", set.ranks[at]},
            {"summary", subject.fleet.ranks[at].file},
            {"path", summary.trace.path},
            {"format", summary.trace.format},
            {"host", textOrNull(summary.trace.host)},
            {"gpu_name", textOrNull(summary.trace.gpu)},
            {"clock", jsonClock(set.clocks[at])},
            {"gpu", jsonIdle(summary.gpu)},
            {"steps", summary.steps.size()},
            {"compute_ns", totals.compute.count()},
            {"comm_ns", totals.communication.count()},
            {"wait_ns", totals.wait.count()},
            {"exposed_wait_ns", totals.exposedWait.count()},
            {"last_in", totals.lastIn},
            {"late_count", totals.lateIn},
            {"lead_ns", totals.lead.count()},
            {"meanwhile_ns",
             {{"gpu", totals.meanwhile.gpu.count()},
              {"host", totals.meanwhile.host.count()},
              {"transfer", totals.meanwhile.transfer.count()}}},
            {"costs", jsonCosts(summary)},
            {"findings", jsonFindingsOf(summary)}};
}

Json jsonStraggler(const RankSetAnalysis& set) {
    if (!set.straggler) {
        return nullptr;
    }
    const Straggler& straggler = *set.straggler;
    return {{"rank", set.ranks[straggler.rank]},
            {"kind", lateCauseName(straggler.kind)},
            {"in", textOrNull(straggler.in)},
            {"others_waited_ns", straggler.othersWaited.count()},
            {"share_of_windows", straggler.shareOfWindows}};
}

Json jsonSteps(const FleetSubject& subject) {
    return {{"count", subject.measures.steps.steps},
            {"typical_ns", subject.measures.steps.typical.count()},
            {"outliers", tableJson(outlierStepsTable(subject))}};
}

Json jsonMissing(const Fleet& fleet) {
    Json ranges = Json::array();
    for (const RankNumbers& range : fleet.missingRanks) {
        ranges.push_back({range.first, range.last});
    }
    return {{"count", fleet.missing}, {"ranges", std::move(ranges)}};
}

}  // namespace

std::string fleetJson(const FleetSubject& subject) {
    const Fleet& fleet = subject.fleet;
    Json ranks = Json::array();
    for (std::size_t rank = 0; rank < fleet.ranks.size(); ++rank) {
        ranks.push_back(jsonRank(subject, rank));
    }
    return jsonText(jsonDocument({{"run", fleet.run + 1},
                                  {"runs", tableJson(runsTable(fleet))},
                                  {"world_size", fleet.worldSize},
                                  {"missing", jsonMissing(fleet)},
                                  {"unread", tableJson(leftOutTable(fleet.unread))},
                                  {"repeated", tableJson(leftOutTable(fleet.repeated))},
                                  {"collectives", fleet.analysis.collectives.size()},
                                  {"unmatched", fleet.analysis.unmatched},
                                  {"problems", fleet.analysis.problems.size()},
                                  {"straggler", jsonStraggler(fleet.analysis)},
                                  {"worth_opening", tableJson(toOpenTable(subject))},
                                  {"late_ranks", tableJson(lateRanksTable(subject))},
                                  {"steps", jsonSteps(subject)},
                                  {"groups", tableJson(alikeRanksTable(subject))},
                                  {"ranks", std::move(ranks)}}));
}

namespace {

// What fits on one screen; pages have more.
constexpr std::size_t kFleetScreenRows = 8;
constexpr std::size_t kFleetPageRows = 200;

std::size_t maxFleetRows(const ReportPage& page) {
    return page.isFull() ? kFleetPageRows : kFleetScreenRows;
}

std::string presenceText(const Fleet& fleet, const ReportPage& page) {
    std::string text = fleet.missing == 0
                           ? "every rank has a summary"
                           : "no summary of " + countText(fleet.missing, "rank", "ranks") + ": " +
                                 rankRangesText(fleet.missingRanks, maxFleetRows(page));
    if (!fleet.unread.empty()) {
        text += "; " + countText(fleet.unread.size(), "summary", "summaries") + " damaged";
    }
    if (!fleet.repeated.empty()) {
        text += "; " + countText(fleet.repeated.size(), "summary", "summaries") + " repeated";
    }
    return text;
}

void writeFleetHead(const FleetSubject& subject, ReportPage& page) {
    const Fleet& fleet = subject.fleet;
    page.title(countText(fleet.ranks.size(), "rank", "ranks") + " of " +
               countText(static_cast<std::uint64_t>(fleet.worldSize)));
    if (fleet.runs.size() > 1) {
        page.line("! the summaries are of " + countText(fleet.runs.size(), "run", "runs") +
                  "; this is run " + std::to_string(fleet.run + 1) +
                  (page.isFull() ? "" : "; --run N shows another"));
    }
    page.line(presenceText(fleet, page));
    page.line(countText(fleet.analysis.collectives.size(), "communication", "communications") +
              " matched, " + countText(fleet.analysis.unmatched) + " not; " +
              countText(fleet.analysis.problems.size(), "difference", "differences") +
              " in what ranks call for");
    page.prose(rankAnalysisSentence(fleet.analysis));
}

// A table under a heading, with how many rows are left out.
void writePart(ReportPage& page, std::string_view heading, const Table& table,
               std::size_t maxRows) {
    if (table.rows.empty()) {
        return;
    }
    page.heading(heading);
    page.table(pageTable(table, maxRows));
    if (table.rows.size() > maxRows) {
        page.note(countText(table.rows.size() - maxRows) + " more");
    }
}

void writeSteps(const FleetSubject& subject, ReportPage& page) {
    const StepLengths& steps = subject.measures.steps;
    if (steps.steps == 0) {
        return;
    }
    page.heading("Steps");
    page.line("a step takes " + durationText(steps.typical) + " (median of " +
              countText(steps.steps) + "); " + countText(steps.outliers.size(), "takes", "take") +
              " longer than usual");
    page.table(pageTable(outlierStepsTable(subject), maxFleetRows(page)));
}

void writeFleetPage(const FleetSubject& subject, ReportPage& page) {
    const Fleet& fleet = subject.fleet;
    const std::size_t rows = maxFleetRows(page);
    writeFleetHead(subject, page);
    writePart(page, "Worth opening", toOpenTable(subject), kAllRows);
    writePart(page, "Late ranks", lateRanksTable(subject), rows);
    writeSteps(subject, page);
    writePart(page, "Ranks that are alike", alikeRanksTable(subject), rows);
    writePart(page, "Why GPUs were idle", fleetIdleTable(fleet), kAllRows);
    writePart(page, "Clocks", fleetClocksTable(fleet), rows);
    if (fleet.runs.size() > 1) {
        writePart(page, "Runs", runsTable(fleet), rows);
    }
    std::vector<LeftOutSummary> leftOut = fleet.unread;
    leftOut.insert(leftOut.end(), fleet.repeated.begin(), fleet.repeated.end());
    writePart(page, "Left out", leftOutTable(leftOut), rows);
}

}  // namespace

std::string fleetText(const FleetSubject& subject, PageStyle style) {
    const auto page = makePage(style);
    writeFleetPage(subject, *page);
    return page->take();
}

std::string fleetHtml(const FleetSubject& subject, const HtmlThemes& themes) {
    const auto page = makePage(PageStyle::Html);
    writeFleetPage(subject, *page);
    return htmlDocument("Fleet", page->take(), themes);
}

}  // namespace gaplight
