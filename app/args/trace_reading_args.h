// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/io/byte_source.h"

namespace gaplight::ui {

// How a command reads its traces.
struct TraceReading {
    std::vector<std::string> settings;     // RULE.KEY=VALUE
    std::vector<std::string> ruleFolders;  // of rules of one's own
    bool ignoresSettingsFiles = false;     // no gaplight.toml at all, and no rules beside it
    InflationLimit inflation;
    bool ignoresCache = false;      // neither opens packs that are kept nor keeps one
    bool quiet = false;             // no progress
    bool runsRules = true;          // false: without findings
    bool installsOnRemote = false;  // of another machine: copies gaplight there where it is missing
};

// The end of the help text of TRACE, for commands that can read a trace from another machine.
inline constexpr const char* kRemoteTraceHelp =
    "; HOST:PATH is a file of another machine, over ssh";

// Adds --max-inflated, --no-cache and --install, which every command that reads a trace has.
// `reading` must outlive the command.
void addInflationLimit(CLI::App& command, TraceReading& reading);
// Adds --no-settings.
void addNoSettings(CLI::App& command, bool& ignoresSettingsFiles);
// Adds --set, --rules, --no-settings, and those of addInflationLimit().
void addTraceReading(CLI::App& command, TraceReading& reading);
// Adds --rules.
void addRuleFolders(CLI::App& command, std::vector<std::string>& folders);
// Adds --set alone, to commands that read no trace too.
void addSettings(CLI::App& command, std::vector<std::string>& settings);

}  // namespace gaplight::ui
