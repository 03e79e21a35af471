// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include "app/args/trace_reading.h"

namespace gaplight::ui {

// The end of the help text of TRACE, for commands that can read a trace from another machine.
inline constexpr const char* kRemoteTraceHelp =
    "; HOST:PATH is a file of another machine, over ssh";

// Adds --max-inflated, --no-cache and --install, which every command that reads a trace has.
// `reading` must outlive the command.
void addInflationLimit(CLI::App& command, TraceReading& reading);
// Adds --no-settings.
void addNoSettings(CLI::App& command, bool& ignoresSettingsFiles);
// Adds --set, --no-settings, and those of addInflationLimit().
void addTraceReading(CLI::App& command, TraceReading& reading);
// Adds --set alone, to commands that read no trace too.
void addSettings(CLI::App& command, std::vector<std::string>& settings);

}  // namespace gaplight::ui
