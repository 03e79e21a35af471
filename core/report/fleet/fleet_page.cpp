// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/report/fleet/fleet_report.h"
#include "core/report/fleet/fleet_tables.h"
#include "core/report/ranks/rank_report.h"
#include "core/report/text/html_document.h"

namespace gaplight {
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
