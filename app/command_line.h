// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "app/window_options.h"

namespace gaplight::ui {

enum class ReportKind : std::uint8_t { Info, Analyze };
enum class ReportFormat : std::uint8_t { Text, Json, Markdown };

// `gaplight info` and `gaplight analyze`.
struct ReportRequest {
    ReportKind kind = ReportKind::Info;
    std::string tracePath;  // "-": standard input
    ReportFormat format = ReportFormat::Text;
    std::string outPath;  // empty: standard output
    std::optional<std::int32_t> device;
    bool quiet = false;  // no progress
    bool noColor = false;
};

// Nothing to do but to say something: help, the version, or what is wrong with the command line.
struct Notice {
    int exitCode = 0;
    std::string text;  // for standard output where the exit code is 0, else for standard error
};

using Command = std::variant<Notice, ReportRequest, WindowOptions>;

// Reads the program's arguments; never prints or exits.
[[nodiscard]] Command parseCommandLine(int argc, const char* const* argv);

}  // namespace gaplight::ui
