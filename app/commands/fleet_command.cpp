// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <string>
#include <vector>

#include "app/commands/page_style.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/base/result.h"
#include "core/fleet/fleet.h"
#include "core/fleet/ranks_to_open.h"
#include "core/fleet/summary_folder.h"
#include "core/report/fleet/fleet_report.h"
#include "core/report/text/html_page.h"

namespace gaplight::ui {
namespace {

Result<std::string> fleetReport(const FleetSubject& subject, const FleetRequest& request) {
    if (request.format == ReportFormat::Json) {
        return fleetJson(subject);
    }
    if (request.format != ReportFormat::Html) {
        return fleetText(subject, styleFor(request));
    }
    return fleetHtml(subject, TRY(builtInHtmlThemes()));
}

int openRanksOf(const Fleet& fleet, const std::vector<RankToOpen>& ranks,
                const std::function<int(const WindowOptions&)>& openWindow) {
    std::vector<std::string> changed;
    WindowOptions window;
    window.rankPaths = tracesToOpen(fleet, ranks, &changed);
    for (const std::string& path : changed) {
        printLine("not opened: " + path + ": no longer the trace that was summarized");
    }
    if (window.rankPaths.empty()) {
        return failWith(kExitUnreadable, "no trace of the ranks worth opening is where it was");
    }
    if (window.rankPaths.size() == 1) {
        window.tracePath = window.rankPaths.front();
        window.rankPaths.clear();
    }
    return openWindow(window);
}

}  // namespace

int runFleet(const FleetRequest& request,
             const std::function<int(const WindowOptions&)>& openWindow) {
    auto files = documentFor(DocumentUse::Fleet, request.folder).and_then([&](DocumentKind) {
        return summaryFilesIn(request.folder);
    });
    if (!files) {
        return failWith(exitCodeOf(files.error()), files.error().message);
    }
    Result<Fleet> fleet = [&] {
        const InterruptWatch interrupts;
        return openFleet(*std::move(files), interrupts.token(),
                         request.run ? *request.run - 1 : kLargestRun);
    }();
    if (!fleet && fleet.error().code == ErrorCode::BadArgument && request.run) {
        return failWith(kExitUsage,
                        "--run " + std::to_string(*request.run) + ": " + fleet.error().message);
    }
    if (!fleet) {
        return failWith(exitCodeOf(fleet.error()), fleet.error().message);
    }
    const FleetMeasures measures = measureFleet(*fleet);
    const std::vector<RankToOpen> toOpen = ranksToOpen(*fleet, measures);
    const int code = writeReport(fleetReport({*fleet, measures, toOpen}, request), request.outPath);
    return code == kExitFine && request.opens ? openRanksOf(*fleet, toOpen, openWindow) : code;
}

}  // namespace gaplight::ui
