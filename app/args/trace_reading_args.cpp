// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/args/trace_reading_args.h"

#include <cstdint>
#include <string>

#include "core/base/quantity_text.h"

namespace gaplight::ui {

void addInflationLimit(CLI::App& command, TraceReading& reading) {
    command
        .add_option_function<std::string>(
            "--max-inflated",
            [&reading](const std::string& text) {
                const Result<std::uint64_t> bytes = parseBytes(text);
                if (!bytes || *bytes == 0) {
                    throw CLI::ValidationError(
                        "--max-inflated", "'" + text + "' is no size: expected one as in 20GB");
                }
                reading.inflation.maxBytes = *bytes;
            },
            "read at most this much of a compressed trace (default: 1 GiB, and 100 times its size "
            "more)")
        ->type_name("SIZE");
    command.add_flag("--no-cache", reading.ignoresCache,
                     "read the trace itself, and keep no pack of it for the next time");
    command.add_flag("--install", reading.installsOnRemote,
                     "of HOST:PATH: copy the command-line program there where it is missing");
}

void addNoSettings(CLI::App& command, bool& ignoresSettingsFiles) {
    command.add_flag("--no-settings", ignoresSettingsFiles,
                     "ignore gaplight.toml beside the trace and in the configuration folder, and "
                     "the rules there (an example: gaplight rules --help)");
}

void addRuleFolders(CLI::App& command, std::vector<std::string>& folders) {
    command
        .add_option("--rules", folders,
                    "run the rules of your own in this folder too; may be repeated (gaplight rules "
                    "--help)")
        ->type_name("DIR")
        ->expected(1)
        ->allow_extra_args(false)  // what follows is a trace
        ->take_all();
}

void addSettings(CLI::App& command, std::vector<std::string>& settings) {
    command
        .add_option("--set", settings, "a threshold, as in gpu-idle.min_gap=50us; may be repeated")
        ->type_name("RULE.KEY=VALUE")
        ->expected(1)
        ->allow_extra_args(false)  // what follows is a trace
        ->take_all();
}

void addTraceReading(CLI::App& command, TraceReading& reading) {
    addSettings(command, reading.settings);
    addRuleFolders(command, reading.ruleFolders);
    addNoSettings(command, reading.ignoresSettingsFiles);
    addInflationLimit(command, reading);
}

}  // namespace gaplight::ui
