// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "app/args/command_line.h"
#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "core/session/document.h"

namespace gaplight::ui {

// Runs 'gaplight cache': lists the packs, removes them or adds one. Returns the exit code.
int runCache(const CacheRequest& request);

// Loads the traces one after the other (each load takes all cores), compares each with the first,
// writes the report and returns the exit code.
int runCompare(const CompareRequest& request);

// Loads two sets, compares them, writes the report and returns the exit code.
int runCompareRanks(const CompareRequest& request);

// Writes a part of a trace as a trace; returns the exit code. Failures are one line on standard
// error.
int runCut(const CutRequest& request);

// Loads the trace, makes the figure and writes it; returns the exit code. Needs no display.
// Failures are one line on standard error.
int runExport(const ExportRequest& request);

// Runs `gaplight fleet`. `openWindow` opens the ranks worth opening, where that was requested.
// Returns the exit code.
[[nodiscard]] int runFleet(const FleetRequest& request,
                           const std::function<int(const WindowOptions&)>& openWindow);

// `info` or `analyze` of a kernel report alone: writes it and gives the exit code.
int runKernelReport(const ReportRequest& request);
// `compare` of two.
int compareKernelReports(const CompareRequest& request);

// 'gaplight info' and 'gaplight analyze' of a memory snapshot. `source`: what to read instead of
// the file; null: none. Returns the exit code.
int runMemoryReport(const ReportRequest& request, ByteSource* source = nullptr);

// 'gaplight compare' of two memory snapshots. Returns the exit code.
int compareSnapshots(const CompareRequest& request);

// 'gaplight pack'. Returns the exit code.
int runPack(const PackRequest& request);

// Runs a query on each trace, writes the rows of all and returns the exit code.
int runQueryCommand(const QueryRequest& request);
// Lists the tables of queries or the columns of one; 0, kExitUsage or kExitUnwritable.
int runTables(const TablesRequest& request);

// Loads the ranks, writes the report on all of them and returns the exit code. Needs no display.
// Files that cannot be read are named on standard error.
int runRanks(const RanksRequest& request);

// Path of the library that is loaded into recorded programs: where it is installed, or in the build
// tree; empty: this build has no recorder.
[[nodiscard]] std::string recorderPath();

// Runs and records the program, prints one line per trace to standard error, and opens the first
// trace. Returns the program's own exit code (128 + the number of the signal that ended it);
// kExitUsage if it was not started; after a success kExitUnwritable if a trace could not be
// written, kExitUnreadable if nothing was recorded.
int runRecord(const RecordRequest& request,
              const std::function<int(const std::string& trace)>& openWindow);

// Records a program on another machine, prints one line per trace to standard error, and opens the
// first one in a window, from where it is. Returns the exit code of 'gaplight record' there;
// kExitUnreadable if it did not run, kExitInterrupted if it was stopped before.
int runRecordOnRemote(const RecordRequest& request,
                      const std::function<int(const std::string& trace)>& openWindow);

// Loads the trace, writes the report and returns the exit code. Needs no display. Failures are one
// line on standard error.
int runReport(const ReportRequest& request);

// Lists the rules or explains one; 0, kExitUsage or kExitUnwritable.
int runRules(const RulesRequest& request);

// Runs `gaplight summarize`: one line for each trace. A trace that cannot be read is named on
// standard error, and the rest goes on. Returns the exit code.
[[nodiscard]] int runSummarize(const SummarizeRequest& request);

}  // namespace gaplight::ui
