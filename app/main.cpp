// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <utility>
#include <variant>

#include "app/args/command_line.h"
#include "app/commands/commands.h"
#include "app/loading/loading.h"
#include "app/loading/remote_opening.h"
#include "app/mcp/mcp_server.h"
#include "app/process/message_line.h"
#include "app/process/thread_budget.h"
#include "app/window/run_window.h"
#include "core/base/exhaustion.h"
#include "core/base/printable_text.h"
#include "core/io/output_writer.h"
#include "core/ranks/rank_files.h"
#include "core/session/document.h"

namespace gaplight::ui {
namespace {

int printNotice(const Notice& notice) {
    if (notice.exitCode != kExitFine) {
        std::fprintf(stderr, "gaplight: %s\n", printableLines(notice.text).c_str());
        return notice.exitCode;
    }
    const Result<void> written = writeStandardOutput(notice.text);
    return written ? kExitFine : failWith(kExitUnwritable, written.error().message);
}

#ifdef GAPLIGHT_HAS_WINDOW
int openWindow(WindowOptions options, char* program) {
    if (isRemoteTraceFolder(options.tracePath)) {
        options.rankPaths = {std::exchange(options.tracePath, {})};
    }
    if (std::any_of(options.rankPaths.begin(), options.rankPaths.end(), isRemoteTraceFolder)) {
        // Before the window, so that ssh asks on the terminal.
        auto files = tracesNamed(options.rankPaths, remoteReading(options.reading));
        if (!files) {
            return failWith(exitCodeOf(files.error()), files.error().message);
        }
        options.rankPaths = *std::move(files);
    }
    if (!options.comparePath.empty()) {
        for (const std::string& path : {options.tracePath, options.comparePath}) {
            if (const auto kind = documentFor(DocumentUse::SideBySide, path); !kind) {
                return failWith(exitCodeOf(kind.error()), kind.error().message);
            }
        }
    }
    // Qt receives no arguments: all of the command line belongs to Gaplight.
    int argc = 1;
    char* argv[] = {program, nullptr};
    return runWindow(options, argc, argv);
}
#else
int openWindow(const WindowOptions&, char*) {
    return printNotice(
        {kExitUsage, "this build has no window; see 'gaplight --help' for what it can do"});
}
#endif

int runCommand(int argc, char** argv) {
    openClosedStandardDescriptors();
    ignoreWriteSignals();
    setHeapLimits();
    const AnyRequest command = parseCommandLine(argc, argv);
    if (const auto* notice = std::get_if<Notice>(&command)) {
        return printNotice(*notice);
    }
    const ThreadBudget threads;
    if (const auto* report = std::get_if<ReportRequest>(&command)) {
        return runReport(*report);
    }
    if (const auto* ranks = std::get_if<RanksRequest>(&command)) {
        return runRanks(*ranks);
    }
    if (const auto* rules = std::get_if<RulesRequest>(&command)) {
        return runRules(*rules);
    }
    if (const auto* comparison = std::get_if<CompareRequest>(&command)) {
        return runCompare(*comparison);
    }
    if (const auto* record = std::get_if<RecordRequest>(&command)) {
        return runRecord(*record, [&](const std::string& trace) {
            WindowOptions options;
            options.tracePath = trace;
            return openWindow(options, argv[0]);
        });
    }
    if (const auto* request = std::get_if<ExportRequest>(&command)) {
        return runExport(*request);
    }
    if (const auto* part = std::get_if<CutRequest>(&command)) {
        return runCut(*part);
    }
    if (const auto* pack = std::get_if<PackRequest>(&command)) {
        return runPack(*pack);
    }
    if (const auto* cache = std::get_if<CacheRequest>(&command)) {
        return runCache(*cache);
    }
    if (std::holds_alternative<McpRequest>(command)) {
        return runMcp();
    }
    if (const auto* summarize = std::get_if<SummarizeRequest>(&command)) {
        return runSummarize(*summarize);
    }
    if (const auto* fleet = std::get_if<FleetRequest>(&command)) {
        return runFleet(*fleet,
                        [&](const WindowOptions& window) { return openWindow(window, argv[0]); });
    }
    if (const auto* query = std::get_if<QueryRequest>(&command)) {
        return runQueryCommand(*query);
    }
    if (const auto* tables = std::get_if<TablesRequest>(&command)) {
        return runTables(*tables);
    }
    return openWindow(std::get<WindowOptions>(command), argv[0]);
}

}  // namespace
}  // namespace gaplight::ui

int main(int argc, char** argv) {
    return gaplight::ui::runToExit([&] { return gaplight::ui::runCommand(argc, argv); });
}
