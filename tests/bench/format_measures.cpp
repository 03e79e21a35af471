// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/format_measures.h"

#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "tests/bench/inputs/made_export.h"
#include "tests/bench/inputs/perfetto_copy.h"
#include "tests/bench/inputs/trace_repeater.h"
#include "tests/bench/loading/row_pass.h"
#include "tests/bench/timing/rounds.h"

namespace gaplight::bench {
namespace {

constexpr double kSecondsPerMillionRows = 1;
constexpr double kLoadsPerPerfettoLoad = 1.2;

}  // namespace

void addStages(const SessionLoad& load, ResultTable& table) {
    table.add("  reading and parsing", load.readingSeconds, "s");
    table.add("  merging, sorting, nesting", load.sortingSeconds, "s");
    table.add("  indexing and analyzing", load.analyzingSeconds, "s");
    table.add("  processor time of all threads", load.cpuSeconds, "s");
    table.add("  indexing and analyzing, share of the load", load.analyzingSeconds / load.seconds,
              "");
}

void addMemory(const SessionLoad& load, ResultTable& table) {
    table.addBudgeted("anonymous memory held, without strings, per slice",
                      (load.anonymousBytes - load.stringBytes) / load.slices, kBytesPerSlice, "B");
    table.add("  while loading, at most", (load.peakBytes - load.stringBytes) / load.slices, "B");
    table.add("  tables of the trace, per slice", load.tableBytes / load.slices, "B");
    table.add("  string pool", load.stringBytes / 1e6, "MB");
}

// Half as many rows as slices.
void measureExport(const BenchOptions& options, ResultTable& table) {
    const std::string path = options.folder + "/made.sqlite";
    say(fmt::format("export of Nsight Systems with {} rows", options.slices / 2));
    writeMadeExport(path, options.slices / 2);
    Best pass;
    SessionLoad quickest = loadSession(path);
    for (int round = 0; round < kRounds; ++round) {
        pass.take(isolatedSeconds("the rows", [&] { return rowPass(path); }));
        const SessionLoad load = loadSession(path);
        quickest = load.seconds < quickest.seconds ? load : quickest;
    }
    std::filesystem::remove(path);
    const double millions = quickest.events / 1e6;
    table.add("export of Nsight Systems: rows", millions, "M");
    table.addBudgeted("  load to a ready session, per 1 M rows", quickest.seconds / millions,
                      kSecondsPerMillionRows, "s");
    table.add("  SQLite through all columns, one thread, per 1 M rows", pass.seconds / millions,
              "s");
    addStages(quickest, table);
    addMemory(quickest, table);
}

// Of a quarter of the JSON's size, as making the copy holds it in memory.
void measurePerfetto(const BenchOptions& options, ResultTable& table) {
    const std::string json = options.folder + "/quarter.json";
    const std::string copy = options.folder + "/quarter.pftrace";
    say("Perfetto trace");
    const double bytes = isolatedSeconds("making the Perfetto trace", [&] {
        const auto repeater = TraceRepeater::read(options.source);
        const auto written = repeater.value().write(json, options.megabytes * 250'000);
        writePerfettoCopy(json, copy);
        return static_cast<double>(written.value().bytes);
    });
    SessionLoad ofJson = loadSession(json);
    SessionLoad ofCopy = loadSession(copy);
    for (int round = 1; round < kRounds; ++round) {
        const SessionLoad nextJson = loadSession(json);
        const SessionLoad nextCopy = loadSession(copy);
        ofJson = nextJson.seconds < ofJson.seconds ? nextJson : ofJson;
        ofCopy = nextCopy.seconds < ofCopy.seconds ? nextCopy : ofCopy;
    }
    table.add("Perfetto trace", static_cast<double>(std::filesystem::file_size(copy)) / 1e6, "MB");
    table.add("  as JSON", bytes / 1e6, "MB");
    table.addBudgeted("  load / load of the JSON", ofCopy.seconds / ofJson.seconds,
                      kLoadsPerPerfettoLoad, "");
    table.add("  the same in processor time", ofCopy.cpuSeconds / ofJson.cpuSeconds, "");
    addStages(ofCopy, table);
    addMemory(ofCopy, table);
    std::filesystem::remove(json);
    std::filesystem::remove(copy);
}

}  // namespace gaplight::bench
