// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/command_line.h"

#include <cctype>
#include <charconv>
#include <cstdio>
#include <string_view>

#include <CLI/CLI.hpp>

#include "app/exit_code.h"
#include "core/base/duration_text.h"
#include "core/report/report.h"

namespace gaplight::ui {
namespace {

// A report's options before they are checked.
struct ReportWords {
    std::string format = "text";
    std::string device;
};

// What the window's options are before they are checked.
struct WindowWords {
    std::string size;
    std::string theme;
    std::string range;
};

void addReport(CLI::App& app, const char* name, const char* description, ReportRequest& request,
               ReportWords& words) {
    CLI::App& command = *app.add_subcommand(name, description);
    command.add_option("TRACE", request.tracePath, "file to read; - is standard input")->required();
    command.add_option("--format", words.format, "text, json or markdown (default: text)")
        ->type_name("FORMAT");
    command.add_option("--out", request.outPath, "write there instead of to standard output")
        ->type_name("FILE");
    command.add_option("--device", words.device, "only this GPU")->type_name("N");
    command.add_flag("--quiet", request.quiet, "no progress");
    command.add_flag("--no-color", request.noColor, "no colour, not even on a terminal");
}

void addWindow(CLI::App& app, WindowOptions& window, WindowWords& words) {
    app.add_option("TRACE", window.tracePath, "open a window on this file")->type_name("");
    app.add_option("--screenshot", window.screenshotPath,
                   "save a picture of the window there and leave")
        ->type_name("FILE");
    app.add_option("--size", words.size, "of the window, as in 1600x900")->type_name("WxH");
    app.add_option("--theme", words.theme, "dark or light")->type_name("THEME");
    app.add_option("--range", words.range,
                   "part to show, from the trace's start, as in 12.5ms..80ms")
        ->type_name("T0..T1");
}

Notice wrong(const std::string& message) {
    return {kExitUsage, message + "; see 'gaplight --help'"};
}

Command checkedReport(ReportRequest request, const ReportWords& words) {
    if (words.format == "text") {
        request.format = ReportFormat::Text;
    } else if (words.format == "json") {
        request.format = ReportFormat::Json;
    } else if (words.format == "markdown") {
        request.format = ReportFormat::Markdown;
    } else {
        return wrong("--format '" + words.format + "' is unknown: expected text, json or markdown");
    }
    if (!words.device.empty()) {
        std::int32_t device = 0;
        const char* end = words.device.data() + words.device.size();
        const auto [stop, error] = std::from_chars(words.device.data(), end, device);
        if (error != std::errc{} || stop != end || device < 0) {
            return wrong("--device '" + words.device +
                         "' is not the number of a GPU: expected 0, 1, ...");
        }
        request.device = device;
    }
    return request;
}

std::optional<WindowSize> sizeFrom(const std::string& text) {
    WindowSize size;
    int used = 0;
    const bool isPair =
        std::sscanf(text.c_str(), "%5dx%5d%n", &size.width, &size.height, &used) == 2;
    const bool isAll = static_cast<std::size_t>(used) == text.size();
    return isPair && isAll && size.width > 0 && size.height > 0 ? std::optional(size)
                                                                : std::nullopt;
}

std::optional<RelativeRange> rangeFrom(const std::string& text) {
    const std::size_t dots = text.find("..");
    if (dots == std::string::npos) {
        return std::nullopt;
    }
    const Result<Duration> begin = parseDuration(std::string_view(text).substr(0, dots));
    const Result<Duration> end = parseDuration(std::string_view(text).substr(dots + 2));
    if (!begin || !end || *begin >= *end) {
        return std::nullopt;
    }
    return RelativeRange{*begin, *end};
}

Command checkedWindow(WindowOptions window, const WindowWords& words) {
    if (!words.size.empty()) {
        window.size = sizeFrom(words.size);
        if (!window.size) {
            return wrong("--size '" + words.size + "' is not a size: expected WxH, as in 1600x900");
        }
    }
    if (!words.theme.empty()) {
        if (words.theme != "dark" && words.theme != "light") {
            return wrong("--theme '" + words.theme + "' is unknown: expected dark or light");
        }
        window.theme = words.theme == "dark" ? ThemeChoice::Dark : ThemeChoice::Light;
    }
    if (!words.range.empty()) {
        window.range = rangeFrom(words.range);
        if (!window.range) {
            return wrong("--range '" + words.range +
                         "' is not a range: expected T0..T1 with T0 before T1, as in 12.5ms..80ms");
        }
    }
    return window;
}

// CLI11's messages are sentences on one or more lines.
std::string oneLine(std::string message) {
    // Not where it begins with a name in capitals (TRACE).
    if (message.size() > 1 && std::islower(static_cast<unsigned char>(message[1])) != 0) {
        message.front() =
            static_cast<char>(std::tolower(static_cast<unsigned char>(message.front())));
    }
    for (char& c : message) {
        c = c == '\n' ? ' ' : c;
    }
    message.erase(message.find_last_not_of(" .") + 1);
    return message;
}

constexpr const char* kAbout =
    "Shows where a GPU waited, why, and what fixing it would buy.\n"
    "Opens a window on a profiler trace, or reports on it without one.";
constexpr const char* kExitCodes =
    "Exit codes: 0 fine, 2 wrong command line, 3 unreadable trace, 4 interrupted.";

}  // namespace

Command parseCommandLine(int argc, const char* const* argv) {
    CLI::App app(kAbout, "gaplight");
    app.footer(kExitCodes);
    app.get_formatter()->column_width(28);
    app.set_version_flag("--version", "gaplight " + std::string(toolVersion()),
                         "print the version and leave");
    app.set_help_flag("--help", "print this and leave");
    app.require_subcommand(0, 1);
    WindowOptions window;
    WindowWords words;
    addWindow(app, window, words);
    ReportRequest info{ReportKind::Info, "", ReportFormat::Text, "", {}, false, false};
    ReportRequest analyze{ReportKind::Analyze, "", ReportFormat::Text, "", {}, false, false};
    ReportWords reportWords;
    addReport(app, "info", "what is in a trace", info, reportWords);
    addReport(app, "analyze", "where the GPUs waited and why", analyze, reportWords);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const auto commands = app.get_subcommands();
        return Notice{kExitFine,
                      commands.empty() ? app.help() : commands.front()->help("gaplight")};
    } catch (const CLI::CallForVersion& version) {
        return Notice{kExitFine, std::string(version.what()) + "\n"};
    } catch (const CLI::ParseError& error) {
        return wrong(oneLine(error.what()));
    }
    if (app.got_subcommand("info")) {
        return checkedReport(info, reportWords);
    }
    if (app.got_subcommand("analyze")) {
        return checkedReport(analyze, reportWords);
    }
    return checkedWindow(window, words);
}

}  // namespace gaplight::ui
