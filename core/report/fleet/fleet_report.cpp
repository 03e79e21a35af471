// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/fleet/fleet_report.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/report/facts/json_sections.h"
#include "core/report/ranks/rank_report.h"
#include "core/report/text/html_page.h"
#include "core/report/text/report_page.h"
#include "core/report/text/tool_version.h"

namespace gaplight {
namespace {

constexpr std::size_t kRangesInCell = 8;

std::string kindText(const LateRank& late) {
    const std::string kind = late.kind == LateCause::Kind::Gpu ? "GPU" : "host";
    return late.isCauseKnown ? kind : kind + "?";
}

std::string rankNumber(const FleetSubject& subject, std::size_t rank) {
    return std::to_string(subject.fleet.analysis.ranks[rank]);
}

}  // namespace

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

PageTable toOpenTable(const FleetSubject& subject) {
    PageTable table{{{"rank", Align::Right},
                     {"why", Align::Left, 0, CellKind::Text},
                     {"trace", Align::Left, 60, CellKind::Code}},
                    {}};
    for (const RankToOpen& rank : subject.toOpen) {
        table.rows.push_back({rankNumber(subject, rank.rank), rank.why,
                              subject.fleet.ranks[rank.rank].summary.trace.path});
    }
    return table;
}

PageTable lateRanksTable(const FleetSubject& subject, std::size_t maxRows) {
    PageTable table{{{"rank", Align::Right},
                     {"late in", Align::Right},
                     {"of", Align::Right},
                     {"with others", Align::Right},
                     {"by", Align::Right},
                     {"others wait", Align::Right},
                     {"because of"},
                     {"in", Align::Left, 40}},
                    {}};
    const auto& late = subject.measures.late;
    for (std::size_t at = 0; at < std::min(late.size(), maxRows); ++at) {
        const LateRank& one = late[at];
        table.rows.push_back({rankNumber(subject, one.rank), countText(one.lateIn),
                              countText(one.collectives),
                              one.lateTogether > 0 ? countText(one.lateTogether) : kNoValue,
                              durationText(one.lateness), durationText(one.othersWaited),
                              kindText(one), std::string(one.in)});
    }
    return table;
}

PageTable outlierStepsTable(const FleetSubject& subject, std::size_t maxRows) {
    PageTable table{{{"step", Align::Right},
                     {"takes", Align::Right},
                     {"more than usual", Align::Right},
                     {"late rank", Align::Right},
                     {"by", Align::Right}},
                    {}};
    const StepLengths& steps = subject.measures.steps;
    for (std::size_t at = 0; at < std::min(steps.outliers.size(), maxRows); ++at) {
        const OutlierStep& step = steps.outliers[at];
        table.rows.push_back({std::to_string(step.step + 1), durationText(step.length),
                              durationText(step.length - steps.typical),
                              step.late ? rankNumber(subject, *step.late) : kNoValue,
                              knownDuration(step.late.has_value(), step.lead)});
    }
    return table;
}

PageTable alikeRanksTable(const FleetSubject& subject, std::size_t maxRows) {
    PageTable table{{{"ranks", Align::Right},
                     {"computes a step", Align::Right},
                     {"waits a step", Align::Right},
                     {"typical", Align::Right},
                     {"which"}},
                    {}};
    const auto& groups = subject.measures.groups;
    for (std::size_t at = 0; at < std::min(groups.size(), maxRows); ++at) {
        const AlikeRanks& group = groups[at];
        const bool isMatched = subject.fleet.analysis.totals[group.typical].kernels > 0;
        table.rows.push_back({countText(group.ranks.size()), durationText(group.compute),
                              knownDuration(isMatched, group.wait),
                              rankNumber(subject, group.typical),
                              rankNumbersText(subject.fleet, group.ranks, kRangesInCell)});
    }
    return table;
}

PageTable fleetIdleTable(const Fleet& fleet) {
    IdleByActivity sums{};
    Duration window{};
    for (const FleetRank& rank : fleet.ranks) {
        window += rank.summary.gpu.window;
        for (std::size_t at = 0; at < sums.size(); ++at) {
            sums[at] += rank.summary.gpu.idleByActivity[at];
        }
    }
    std::vector<std::pair<Duration, std::size_t>> order;
    for (std::size_t at = 0; at < sums.size(); ++at) {
        if (sums[at] > Duration{}) {
            order.emplace_back(-sums[at], at);
        }
    }
    std::sort(order.begin(), order.end());
    PageTable table{{{"host"}, {"idle", Align::Right}, {"of all GPUs' time", Align::Right}}, {}};
    for (const auto& [time, at] : order) {
        table.rows.push_back({std::string(gapActivityName(static_cast<GapActivity>(at))),
                              durationText(sums[at]), percentText(sums[at], window)});
    }
    return table;
}

PageTable fleetClocksTable(const Fleet& fleet, std::size_t maxRows) {
    PageTable table{{{"rank", Align::Right},
                     {"clock"},
                     {"correction", Align::Right},
                     {"uncertainty", Align::Right}},
                    {}};
    for (std::size_t rank = 0; rank < fleet.ranks.size() && table.rows.size() < maxRows; ++rank) {
        const RankClock& clock = fleet.analysis.clocks[rank];
        if (clock.source != ClockSource::Recorded) {
            const bool isFitted = clock.source == ClockSource::Fitted;
            table.rows.push_back({std::to_string(fleet.analysis.ranks[rank]),
                                  isFitted ? "corrected" : "stands apart: " + clock.reason,
                                  knownDuration(isFitted, clock.correction),
                                  knownDuration(isFitted, clock.uncertainty)});
        }
    }
    return table;
}

PageTable leftOutTable(const Fleet& fleet, std::size_t maxRows) {
    PageTable table{{{"summary", Align::Left, 60, CellKind::Code}, {"left out because"}}, {}};
    for (const auto* list : {&fleet.unread, &fleet.repeated}) {
        for (const LeftOutSummary& one : *list) {
            if (table.rows.size() < maxRows) {
                table.rows.push_back({one.file, one.reason});
            }
        }
    }
    return table;
}

namespace {

constexpr int kFleetSchema = 1;

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
    Json byActivity = Json::object();
    for (std::size_t at = 0; at < gpu.idleByActivity.size(); ++at) {
        byActivity[std::string(gapActivityName(static_cast<GapActivity>(at)))] =
            gpu.idleByActivity[at].count();
    }
    Json byTrigger = Json::object();
    for (std::size_t at = 0; at < gpu.idleByTrigger.size(); ++at) {
        byTrigger[std::string(gapTriggerName(static_cast<GapTrigger>(at)))] =
            gpu.idleByTrigger[at].count();
    }
    return {{"window_ns", gpu.window.count()},
            {"busy_ns", gpu.busy.count()},
            {"idle_ns", gpu.idle.count()},
            {"idle_by_trigger_ns", byTrigger},
            {"idle_by_filler_ns", byActivity}};
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

Json jsonLate(const FleetSubject& subject) {
    Json rows = Json::array();
    for (const LateRank& late : subject.measures.late) {
        rows.push_back({{"rank", subject.fleet.analysis.ranks[late.rank]},
                        {"late_count", late.lateIn},
                        {"late_with_others", late.lateTogether},
                        {"collectives", late.collectives},
                        {"lateness_ns", late.lateness.count()},
                        {"others_waited_ns", late.othersWaited.count()},
                        {"kind", lateCauseName(late.kind)},
                        {"sure", late.isCauseKnown},
                        {"in", textOrNull(late.in)}});
    }
    return rows;
}

Json jsonSteps(const FleetSubject& subject) {
    Json rows = Json::array();
    for (const OutlierStep& step : subject.measures.steps.outliers) {
        rows.push_back({{"step", step.step},
                        {"length_ns", step.length.count()},
                        {"late_rank", step.late ? Json(subject.fleet.analysis.ranks[*step.late])
                                                : Json(nullptr)},
                        {"lead_ns", step.lead.count()}});
    }
    return {{"count", subject.measures.steps.steps},
            {"typical_ns", subject.measures.steps.typical.count()},
            {"outliers", std::move(rows)}};
}

Json jsonGroups(const FleetSubject& subject) {
    const std::vector<int>& numbers = subject.fleet.analysis.ranks;
    Json rows = Json::array();
    for (const AlikeRanks& group : subject.measures.groups) {
        Json ranks = Json::array();
        for (const std::size_t rank : group.ranks) {
            ranks.push_back(numbers[rank]);
        }
        rows.push_back({{"ranks", std::move(ranks)},
                        {"typical", numbers[group.typical]},
                        {"compute_per_step_ns", group.compute.count()},
                        {"wait_per_step_ns", group.wait.count()}});
    }
    return rows;
}

Json jsonLeftOut(const std::vector<LeftOutSummary>& files) {
    Json rows = Json::array();
    for (const LeftOutSummary& file : files) {
        rows.push_back({{"summary", file.file}, {"reason", file.reason}});
    }
    return rows;
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
    Json toOpen = Json::array();
    for (const RankToOpen& one : subject.toOpen) {
        toOpen.push_back({{"rank", fleet.analysis.ranks[one.rank]},
                          {"why", one.why},
                          {"path", fleet.ranks[one.rank].summary.trace.path}});
    }
    const Json document{{"schema", kFleetSchema},
                        {"tool", {{"name", "gaplight"}, {"version", toolVersion()}}},
                        {"world_size", fleet.worldSize},
                        {"missing", jsonMissing(fleet)},
                        {"unread", jsonLeftOut(fleet.unread)},
                        {"repeated", jsonLeftOut(fleet.repeated)},
                        {"collectives", fleet.analysis.collectives.size()},
                        {"unmatched", fleet.analysis.unmatched},
                        {"problems", fleet.analysis.problems.size()},
                        {"straggler", jsonStraggler(fleet.analysis)},
                        {"worth_opening", std::move(toOpen)},
                        {"late_ranks", jsonLate(subject)},
                        {"steps", jsonSteps(subject)},
                        {"groups", jsonGroups(subject)},
                        {"ranks", std::move(ranks)}};
    return jsonText(document);
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
    page.line(presenceText(fleet, page));
    page.line(countText(fleet.analysis.collectives.size(), "communication", "communications") +
              " matched, " + countText(fleet.analysis.unmatched) + " not; " +
              countText(fleet.analysis.problems.size(), "difference", "differences") +
              " in what ranks call for");
    page.prose(rankAnalysisSentence(fleet.analysis));
}

// A table under a heading, with how many rows are left out.
void writePart(ReportPage& page, std::string_view heading, const PageTable& table,
               std::size_t all) {
    if (table.rows.empty()) {
        return;
    }
    page.heading(heading);
    page.table(table);
    if (all > table.rows.size()) {
        page.note(countText(all - table.rows.size()) + " more");
    }
}

std::size_t countCorrected(const Fleet& fleet) {
    return static_cast<std::size_t>(std::count_if(
        fleet.analysis.clocks.begin(), fleet.analysis.clocks.end(),
        [](const RankClock& clock) { return clock.source != ClockSource::Recorded; }));
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
    page.table(outlierStepsTable(subject, maxFleetRows(page)));
}

void writeFleetPage(const FleetSubject& subject, ReportPage& page) {
    const Fleet& fleet = subject.fleet;
    const std::size_t rows = maxFleetRows(page);
    writeFleetHead(subject, page);
    writePart(page, "Worth opening", toOpenTable(subject), subject.toOpen.size());
    writePart(page, "Late ranks", lateRanksTable(subject, rows), subject.measures.late.size());
    writeSteps(subject, page);
    writePart(page, "Ranks that are alike", alikeRanksTable(subject, rows),
              subject.measures.groups.size());
    writePart(page, "Why GPUs were idle", fleetIdleTable(fleet), 0);
    writePart(page, "Clocks", fleetClocksTable(fleet, rows), countCorrected(fleet));
    writePart(page, "Left out", leftOutTable(fleet, rows),
              fleet.unread.size() + fleet.repeated.size());
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
