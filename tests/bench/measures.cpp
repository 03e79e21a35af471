// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/measures.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

#include "tests/bench/analysis/efficiency_run.h"
#include "tests/bench/analysis/fleet_run.h"
#include "tests/bench/analysis/query_run.h"
#include "tests/bench/analysis/replay_pricing.h"
#include "tests/bench/analysis/search_run.h"
#include "tests/bench/format_measures.h"
#include "tests/bench/inputs/made_snapshot.h"
#include "tests/bench/inputs/trace_repeater.h"
#include "tests/bench/loading/first_frame.h"
#include "tests/bench/loading/gzip_pass.h"
#include "tests/bench/loading/pack_load.h"
#include "tests/bench/loading/rank_set_load.h"
#include "tests/bench/loading/reference_pass.h"
#include "tests/bench/loading/session_load.h"
#include "tests/bench/loading/snapshot_load.h"
#include "tests/bench/timing/isolated_run.h"
#include "tests/bench/timing/rounds.h"
#include "tests/bench/timing/stopwatch.h"
#include "tests/bench/views/memory_view_build.h"
#include "tests/bench/views/overlay_filtering.h"
#include "tests/bench/views/program_views.h"
#include "tests/bench/views/rank_lanes_build.h"
#include "tests/bench/views/timeline_build.h"

namespace gaplight::bench {
namespace {

constexpr double kMillisecondsPerView = 4;
constexpr double kReplayShareOfLoad = 0.25;
constexpr double kMillisecondsPerFilter = 4;
constexpr double kMillisecondsPerAnswer = 200;
constexpr double kMillisecondsToSums = 2'000;
constexpr double kMegabytesOfSums = 50;
constexpr double kMillisecondsOfRange = 5;
constexpr double kMillisecondsToHits = 100;
constexpr double kMillisecondsToRoofline = 50;
constexpr double kMillisecondsToTree = 200;  // of 10 M slices
constexpr double kSnapshotSecondsPerGb = 10;
constexpr double kSnapshotMemoryPerByte = 3;
constexpr std::size_t kLoadedRanks = 8;
constexpr double kLoadsPerRankSet = 9;
constexpr std::size_t kSummaries = 1024;
constexpr double kSecondsPerFleet = 10;
constexpr double kMegabytesPerFleet = 1000;

// What some rounds of one piece of work took, at best.
struct Cost {
    Best wall;
    Best processor;
};

void takeReference(const std::string& path, Cost& cost) {
    const auto figures = isolatedRun("the simdjson pass", [&] {
        const double before = processorSeconds();
        const double wall = referencePass(path).seconds;
        return std::vector<double>{wall, processorSeconds() - before};
    });
    if (!figures) {
        throw std::runtime_error(figures.error().message);
    }
    cost.wall.take((*figures)[0]);
    cost.processor.take((*figures)[1]);
}

// Loads and reference passes alternate, so that both see the same machine.
Best measurePlain(const std::string& plain, ResultTable& table) {
    Cost reference;
    Cost load;
    SessionLoad quickest;
    for (int round = 0; round < kRounds; ++round) {
        say(fmt::format("plain JSON, round {} of {}", round + 1, kRounds));
        takeReference(plain, reference);
        const SessionLoad loaded = loadSession(plain);
        quickest = loaded.seconds < load.wall.seconds ? loaded : quickest;
        load.wall.take(loaded.seconds);
        load.processor.take(loaded.cpuSeconds);
    }
    table.add("simdjson On-Demand pass, one thread", reference.wall.seconds, "s");
    table.add("load to a ready session", load.wall.seconds, "s");
    table.addBudgeted("load / simdjson pass", load.wall.seconds / reference.wall.seconds, 1.0, "");
    table.add("processor time of all threads: load / simdjson pass",
              load.processor.seconds / reference.processor.seconds, "");
    addStages(quickest, table);
    table.add("  events", quickest.events / 1e6, "M");
    table.add("  slices", quickest.slices / 1e6, "M");
    addMemory(quickest, table);
    return load.wall;
}

void measureGzip(const std::string& plain, Best plainLoad, ResultTable& table) {
    const std::string packed = plain + ".gz";
    if (const auto made = gzipFile(plain, packed); !made) {
        throw std::runtime_error(made.error().message);
    }
    Best inflate;
    Best load;
    for (int round = 0; round < kRounds; ++round) {
        say(fmt::format("gzip, round {} of {}", round + 1, kRounds));
        inflate.take(isolatedSeconds("inflating", [&] { return inflatePass(packed)->seconds; }));
        load.take(loadSession(packed).seconds);
    }
    table.add("ISA-L inflate, one thread", inflate.seconds, "s");
    table.add("load of the .json.gz", load.seconds, "s");
    table.addBudgeted("load .json.gz / (inflate + load of plain JSON)",
                      load.seconds / (inflate.seconds + plainLoad.seconds), 1.2, "");
}

void addPack(const std::string& plain, ResultTable& table) {
    say("pack");
    const PackLoad load = measurePack(plain, kRounds);
    const auto json = static_cast<double>(std::filesystem::file_size(plain));
    table.addBudgeted("pack without args / JSON, bytes", load.bytesWithoutArgs / json, 0.08, "");
    table.addBudgeted("pack with args / JSON, bytes", load.bytes / json, 0.2, "");
    table.addBudgeted("pack to a drawn trace / JSON to a session",
                      load.packToDrawn.wall / load.traceToSession.wall, 0.1, "");
    table.add("pack to a drawn trace / JSON to a drawn trace",
              load.packToDrawn.wall / load.traceToDrawn.wall, "");
    table.add("JSON to a drawn trace / JSON to a session",
              load.traceToDrawn.wall / load.traceToSession.wall, "");
    table.add("pack to a trace / JSON to a session",
              load.packToTables.wall / load.traceToSession.wall, "");
    table.add("  processor time", load.packToTables.processor / load.traceToSession.processor, "");
    table.add("pack to a session / JSON to a session",
              load.packToSession.wall / load.traceToSession.wall, "");
    table.add("  processor time", load.packToSession.processor / load.traceToSession.processor, "");
    table.add("JSON to a trace / JSON to a session",
              load.traceToTables.wall / load.traceToSession.wall, "");
    table.add("writing a pack with args, processor time / JSON to a session",
              load.writing.processor / load.traceToSession.processor, "");
}

// Against the load of the same trace.
void measureReplay(const std::string& plain, Best plainLoad, ResultTable& table) {
    say("replay");
    const auto figures = isolatedRun("the replay", [&] {
        const ReplayPricing pricing = priceByReplay(plain);
        return std::vector<double>{pricing.buildSeconds, pricing.findingsSeconds,
                                   pricing.answerSeconds, pricing.slices};
    });
    if (!figures) {
        throw std::runtime_error(figures.error().message);
    }
    const double build = (*figures)[0];
    const double findings = (*figures)[1];
    const double answer = (*figures)[2];
    table.add("replay: dependency graph", build, "s");
    table.add("replay: 30 findings priced", findings, "s");
    table.addBudgeted("replay / load", (build + findings) / plainLoad.seconds, kReplayShareOfLoad,
                      "");
    table.addBudgeted("answer to an edit, predicted timeline and critical path, per 1 M slices",
                      answer * 1e3 / ((*figures)[3] / 1e6), kMillisecondsPerAnswer, "ms");
}

void measureViews(std::size_t slices, ResultTable& table) {
    say("display lists");
    for (const bool allRows : {false, true}) {
        for (const TimelineBuild& build : timelineBuilds(slices, allRows)) {
            table.addBudgeted(
                fmt::format("display list, {}, {} ({} items)", allRows ? "200 rows" : "1600 x 900",
                            build.view, build.items),
                build.milliseconds, kMillisecondsPerView, "ms");
        }
    }
}

void measureProgram(std::size_t slices, ResultTable& table) {
    say("views of a program");
    const ProgramViews run = measureProgramViews(slices);
    table.addBudgeted(fmt::format("GPU time by module and operator, {:.1f} M slices, {} kernels",
                                  static_cast<double>(run.slices) / 1e6, run.kernels),
                      run.treeMilliseconds, kMillisecondsToTree, "ms");
    for (const ProgramViews::View& view : run.views) {
        table.addBudgeted("display list with the GPU's row and curve, " + view.name,
                          view.milliseconds, kMillisecondsPerView, "ms");
    }
}

// Of 64 ranks, as many collectives as slices allow for.
void measureRanks(std::size_t slices, ResultTable& table) {
    say("lanes of ranks");
    constexpr std::size_t kRanks = 64;
    const std::size_t collectives = std::clamp<std::size_t>(slices / kRanks, 100, 20'000);
    for (const RankLanesBuild& build : rankLanesBuilds(kRanks, collectives)) {
        table.addBudgeted(fmt::format("lanes of {} ranks, {} collectives, {} ({} items)", kRanks,
                                      collectives, build.view, build.items),
                          build.milliseconds, kMillisecondsPerView, "ms");
    }
}

// Against one of the traces.
void measureRankSetLoad(const BenchOptions& options, ResultTable& table) {
    say(fmt::format("{} ranks of {} MB", kLoadedRanks, options.rankMegabytes));
    const RankSetLoad load = measureRankSet(options.ranks, options.folder, kLoadedRanks,
                                            options.rankMegabytes * 1'000'000);
    table.add(fmt::format("{} ranks, together", kLoadedRanks), load.fileBytes / 1e6, "MB");
    table.addBudgeted("  load of all / load of one", load.setSeconds / load.oneSeconds,
                      kLoadsPerRankSet, "");
    table.add("  the same in processor time", load.setProcessor / load.oneProcessor, "");
    table.add("  load of all", load.setSeconds, "s");
    // Small files have a base of their own: a megabyte says nothing about memory.
    if (options.rankMegabytes >= 100) {
        table.addBudgeted("  anonymous memory held, without strings, per slice",
                          (load.anonymousBytes - load.stringBytes) / load.slices, kBytesPerSlice,
                          "B");
        table.add("  while loading, at most", (load.peakBytes - load.stringBytes) / load.slices,
                  "B");
    }
    table.add("  slices", load.slices / 1e6, "M");
    table.add("  matched collectives", load.collectives, "");
}

void measureFleet(const BenchOptions& options, ResultTable& table) {
    say(fmt::format("{} summaries", kSummaries));
    const FleetRun run =
        measureFleetRun(options.ranks + "/rank0.json.zst", options.folder, kSummaries);
    table.add(fmt::format("{} summaries", run.files), run.bytes / 1e6, "MB");
    table.addBudgeted("  combined, with the report", run.seconds, kSecondsPerFleet, "s");
    table.addBudgeted("  memory at most", run.peakBytes / 1e6, kMegabytesPerFleet, "MB");
    table.addBudgeted(fmt::format("  of {} late ranks, not named", run.planted),
                      run.planted - run.found, 0, "");
    table.addBudgeted("  other ranks named late", run.invented, 0, "");
}

void measureMemoryViews(std::size_t allocations, ResultTable& table) {
    say("memory views");
    for (const MemoryViewBuild& build : memoryViewBuilds(allocations)) {
        table.addBudgeted(fmt::format("memory of {} allocations, {} ({} items)", allocations,
                                      build.view, build.items),
                          build.milliseconds, kMillisecondsPerView, "ms");
    }
}

// At most as many overlays as slices.
void measureFilters(std::size_t slices, ResultTable& table) {
    say("overlay filters");
    const std::size_t overlays = std::min<std::size_t>(slices, 1'000'000);
    for (const OverlayFiltering& filtering : overlayFilterings(overlays)) {
        table.addBudgeted(fmt::format("filter {} overlays: {}", overlays, filtering.what),
                          filtering.filterMilliseconds, kMillisecondsPerFilter, "ms");
        table.add("  with the overview's spans", filtering.spansMilliseconds, "ms");
    }
}

// At most as many kernels as slices.
void measureRoofline(std::size_t slices, ResultTable& table) {
    say("roofline");
    const EfficiencyRun run = runEfficiency(std::min<std::size_t>(slices, 1'000'000));
    table.addBudgeted(fmt::format("roofline of {} kernels", run.kernels),
                      run.groupMilliseconds + run.tableMilliseconds, kMillisecondsToRoofline, "ms");
    table.add("  classes of calls and their work", run.groupMilliseconds, "ms");
    table.add("  tables", run.tableMilliseconds, "ms");
}

void measureSearches(std::size_t slices, ResultTable& table) {
    say("searches");
    std::vector<SearchRun> runs = searchRuns(slices);
    for (SearchRun& run : argSearchRuns(slices)) {
        runs.push_back(std::move(run));
    }
    for (const SearchRun& run : runs) {
        table.addBudgeted(fmt::format("search for '{}', first hits", run.query),
                          run.firstMilliseconds, kMillisecondsToHits, "ms");
        table.add(fmt::format("  all {} hits, listed and drawn", run.hits), run.allMilliseconds,
                  "ms");
    }
}

void measureQueries(std::size_t slices, ResultTable& table) {
    say("queries");
    const std::vector<QueryRun> runs = queryRuns(slices);
    table.addBudgeted(runs[0].what, runs[0].milliseconds, kMillisecondsToSums, "ms");
    table.addBudgeted("  memory", runs[0].megabytes, kMegabytesOfSums, "MB");
    table.addBudgeted(fmt::format("{}: {} slices", runs[1].what, runs[1].rows),
                      runs[1].milliseconds, kMillisecondsOfRange, "ms");
}

void measureFirstFrame(const BenchOptions& options, ResultTable& table) {
    const std::string what = "start to the first frame of the source trace";
    say("first frame");
    const auto seconds = firstFrameSeconds(options.program, options.source, options.folder);
    if (seconds) {
        table.add(what, *seconds, "s");
    } else {
        table.addMissing(what, seconds.error().message);
    }
}

// Small files have a base of their own: a megabyte says nothing about memory.
void measureSnapshot(const BenchOptions& options, ResultTable& table) {
    const std::string path = options.folder + "/made.pickle";
    const auto bytes = static_cast<double>(options.megabytes) * 1e6;
    say(fmt::format("memory snapshot of {} MB", options.megabytes));
    if (const auto made = writeMadeSnapshot(path, options.megabytes * 1'000'000); !made) {
        throw std::runtime_error(made.error().message);
    }
    const SnapshotLoad load = loadSnapshotFile(path);
    table.add("memory snapshot: events", load.events / 1e6, "M");
    table.addBudgeted("memory snapshot: load, per GB", load.seconds / (bytes / 1e9),
                      kSnapshotSecondsPerGb, "s");
    if (options.megabytes >= 100) {
        table.addBudgeted("memory snapshot: memory at most / size of the pickle",
                          load.peakBytes / bytes, kSnapshotMemoryPerByte, "");
    }
    table.add("  measures and rules", load.assessSeconds, "s");
    table.add("  index of the view", load.indexSeconds, "s");
    table.addBudgeted(
        fmt::format("memory snapshot: frame, all {:.1f} M allocations", load.allocations / 1e6),
        load.wholeMilliseconds, kMillisecondsPerView, "ms");
    table.addBudgeted("memory snapshot: frame, a thousandth", load.zoomedMilliseconds,
                      kMillisecondsPerView, "ms");
}

// The trace that is loaded, unless it is there.
void makePlain(const std::string& plain, const BenchOptions& options) {
    if (!std::filesystem::exists(plain)) {
        say(fmt::format("writing {} MB to {}", options.megabytes, plain));
        isolatedSeconds("making the trace", [&] {
            const auto repeater = TraceRepeater::read(options.source);
            return static_cast<double>(
                repeater.value().write(plain, options.megabytes * 1'000'000).value().bytes);
        });
    }
}

template <class Work>
void measure(const std::string& what, const BenchOptions& options, ResultTable& table, Work work) {
    if (what.find(options.only) == std::string::npos) {
        return;
    }
    try {
        work();
    } catch (const std::exception& error) {
        table.addMissing(what, error.what());
    }
}

}  // namespace

ResultTable measureAll(const BenchOptions& options) {
    ResultTable table;
    const std::string plain = options.folder + "/long.json";
    Best plainLoad;
    measure("loading", options, table, [&] {
        makePlain(plain, options);
        table.add("trace", static_cast<double>(std::filesystem::file_size(plain)) / 1e6, "MB");
        plainLoad = measurePlain(plain, table);
    });
    measure("gzip", options, table, [&] { measureGzip(plain, plainLoad, table); });
    measure("pack", options, table, [&] {
        makePlain(plain, options);
        addPack(plain, table);
    });
    measure("replay", options, table, [&] { measureReplay(plain, plainLoad, table); });
    if (!options.program.empty()) {
        measure("first frame", options, table, [&] { measureFirstFrame(options, table); });
    }
    measure("export of Nsight Systems", options, table, [&] { measureExport(options, table); });
    measure("Perfetto trace", options, table, [&] { measurePerfetto(options, table); });
    measure("memory snapshot", options, table, [&] { measureSnapshot(options, table); });
    measure("display lists", options, table, [&] { measureViews(options.slices, table); });
    measure("views of a program", options, table, [&] { measureProgram(options.slices, table); });
    measure("set of ranks", options, table, [&] { measureRankSetLoad(options, table); });
    measure("fleet", options, table, [&] { measureFleet(options, table); });
    measure("lanes of ranks", options, table, [&] { measureRanks(options.slices, table); });
    measure("memory views", options, table, [&] { measureMemoryViews(options.slices, table); });
    measure("overlay filters", options, table, [&] { measureFilters(options.slices, table); });
    measure("roofline", options, table, [&] { measureRoofline(options.slices, table); });
    measure("searches", options, table, [&] { measureSearches(options.slices, table); });
    measure("queries", options, table, [&] { measureQueries(options.slices, table); });
    return table;
}

}  // namespace gaplight::bench
