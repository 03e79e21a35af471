// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/args/cut_args.h"

#include "app/args/trace_reading_args.h"

namespace gaplight::ui {

void addCut(CLI::App& app, CutRequest& request) {
    CLI::App& command = *app.add_subcommand("cut", "a smaller trace of a part, for any viewer");
    command.add_option("TRACE", request.tracePath, "file to read; - is standard input")->required();
    command
        .add_option("--range", request.range,
                    "this part: T0..T1 from the trace's start, step:3, annotation:NAME#2")
        ->type_name("RANGE")
        ->required();
    command.add_option("--out", request.outPath, "trace to write; .gz and .zst are compressed")
        ->type_name("FILE")
        ->required();
    command.add_flag("--clip", request.clip,
                     "shorten slices that cross the range's edges, instead of keeping them whole");
    addTraceReading(command, request.reading);
    command.add_flag("--quiet", request.reading.quiet, "no progress, and not how much was kept");
}

}  // namespace gaplight::ui
