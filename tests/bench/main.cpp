// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Measures what DESIGN's budgets speak of, in one run, as ratios on one machine, and prints a
// table. Exit code 1 only where something could not be measured.
//
//   gaplight_bench [--source TRACE] [--megabytes N] [--rank-megabytes N] [--folder DIR] [--slices
//   N]
//                  [--program FILE] [--only WORD]

#include <cstdio>
#include <filesystem>

#include <unistd.h>
#include <CLI/CLI.hpp>

#include "tests/bench/measures.h"
#include "tests/bench/timing/result_table.h"

int main(int argc, char** argv) {
    gaplight::bench::BenchOptions options;
    CLI::App app("Gaplight's benchmarks");
    app.add_option("--source", options.source, "Kineto trace to repeat");
    app.add_option("--megabytes", options.megabytes, "size of the trace made of it");
    app.add_option("--rank-megabytes", options.rankMegabytes, "size of each of eight ranks");
    app.add_option("--folder", options.folder, "where that is written; removed afterwards");
    app.add_option("--slices", options.slices, "slices on the timeline that is drawn");
    app.add_option("--program", options.program, "gaplight, for the time to its first frame");
    app.add_option("--only", options.only, "measures with this in their name");
    CLI11_PARSE(app, argc, argv);
    namespace fs = std::filesystem;
    const fs::path parent =
        options.folder.empty() ? fs::temp_directory_path() : fs::path(options.folder);
    const fs::path scratch = parent / ("gaplight_bench_" + std::to_string(::getpid()));
    fs::create_directories(scratch);
    options.folder = scratch.string();
    const gaplight::bench::ResultTable table = gaplight::bench::measureAll(options);
    std::error_code ignored;
    fs::remove_all(scratch, ignored);
    std::fputs(table.text().c_str(), stdout);
    return table.complete() ? 0 : 1;
}
