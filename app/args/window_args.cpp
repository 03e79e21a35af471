// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/args/window_args.h"

#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/args/trace_reading_args.h"
#include "app/process/message_line.h"
#include "core/base/close_names.h"
#include "core/base/quantity_text.h"
#include "core/remote/remote_path.h"
#include "core/session/document.h"
#include "core/session/place_text.h"

namespace gaplight::ui {
namespace {

std::optional<WindowSize> sizeFrom(const std::string& text) {
    WindowSize size;
    int used = 0;
    const bool isPair =
        std::sscanf(text.c_str(), "%5dx%5d%n", &size.width, &size.height, &used) == 2;
    const bool isAll = static_cast<std::size_t>(used) == text.size();
    return isPair && isAll && size.width > 0 && size.height > 0 ? std::optional(size)
                                                                : std::nullopt;
}

// What can be checked without the trace, before a window opens.
bool mayBeRange(const std::string& text) {
    const std::size_t dots = text.find("..");
    if (!isRangeText(text) || dots == std::string::npos) {
        return isRangeText(text);
    }
    const Result<Duration> begin = parseDuration(std::string_view(text).substr(0, dots));
    const Result<Duration> end = parseDuration(std::string_view(text).substr(dots + 2));
    return begin && end && *begin < *end;
}

Notice windowUsageError(const std::string& message) {
    return {kExitUsage, message + "; see 'gaplight --help'"};
}

// Of a name that is no file: a mistyped command, or a file that is not there.
std::optional<Notice> missingFile(const CLI::App& app, const std::string& path) {
    std::error_code error;
    if (path == "-" || isRemotePath(path) || std::filesystem::exists(path, error) || error) {
        return std::nullopt;
    }
    if (path.find_first_of("/.") == std::string::npos) {
        std::vector<std::string> commands;
        for (const CLI::App* command : app.get_subcommands({})) {
            commands.push_back(command->get_name());
        }
        const std::string message =
            "'" + path + "' is neither a command nor a file; " + closeNamesText(path, commands);
        return message.ends_with('?') ? Notice{kExitUsage, message} : windowUsageError(message);
    }
    return Notice{kExitUnreadable, "cannot open '" + path + "': there is no such file"};
}

}  // namespace

void WindowArgs::addTo(CLI::App& app) {
    m_app = &app;
    app.add_option(
           "TRACE", m_paths,
           std::string("open a window on this file; on two to compare them; on more, or on a "
                       "folder, as the ranks of one run") +
               kRemoteTraceHelp)
        ->type_name("");
    app.add_flag("--compare", m_compare, "show two files side by side, as two files do");
    app.add_flag("--ranks", m_ranks, "the files are the ranks of one run, even if they are two");
    app.add_option("--memory", m_window.memoryPath,
                   "memory snapshot of the same run (torch.cuda.memory._dump_snapshot)")
        ->type_name("SNAPSHOT");
    app.add_option("--kernels", m_window.kernelsPath,
                   "report of Nsight Compute about the same program (.ncu-rep, or ncu --csv)")
        ->type_name("REPORT");
    app.add_option("--capture", m_window.capturePath,
                   "trace of the same program capturing its CUDA graphs")
        ->type_name("TRACE2");
    app.add_option("--compile-log", m_window.compileLogPath,
                   "log of torch.compile of the same run (of TORCH_TRACE, or a folder of tlparse)")
        ->type_name("LOG");
    app.add_option("--screenshot", m_window.screenshotPath,
                   "save an image of the window and exit; needs no display")
        ->type_name("FILE");
    app.add_flag("--start-page", m_window.startPage,
                 "begin with the start page, even if the settings open the last trace again");
    app.add_option("--size", m_size, "of the window, as in 1600x900")->type_name("WxH");
    app.add_option("--theme", m_theme, "dark or light")->type_name("THEME");
    app.add_option(
           "--range", m_range,
           "part to show: 12.5ms..80ms from the trace's start, step:3, annotation:NAME#2, or "
           "decode:64#3 of a server")
        ->type_name("RANGE");
    addRuleFolders(app, m_window.reading.ruleFolders);
    addNoSettings(app, m_window.reading.ignoresSettingsFiles);
    addInflationLimit(app, m_window.reading);
}

std::optional<Notice> WindowArgs::takePaths() {
    if (m_compare && (m_paths.size() != 2 || m_ranks)) {
        return windowUsageError("--compare needs two files");
    }
    if (m_ranks && m_paths.empty()) {
        return windowUsageError("--ranks needs files or a folder");
    }
    if (m_ranks || m_paths.size() > 2) {
        m_window.rankPaths = m_paths;
        return std::nullopt;
    }
    if (!m_paths.empty()) {
        m_window.tracePath = m_paths.front();
        m_window.comparePath = m_paths.size() == 2 ? m_paths.back() : std::string();
    }
    return std::nullopt;
}

AnyRequest WindowArgs::checked() {
    if (auto error = takePaths()) {
        return *error;
    }
    for (const std::string& path : m_paths) {
        if (auto error = missingFile(*m_app, path)) {
            return *error;
        }
    }
    for (const auto& [option, path] : {std::pair("--memory", &m_window.memoryPath),
                                       std::pair("--kernels", &m_window.kernelsPath),
                                       std::pair("--capture", &m_window.capturePath),
                                       std::pair("--compile-log", &m_window.compileLogPath)}) {
        if (!path->empty() && (m_window.tracePath.empty() ||
                               documentKindOf(m_window.tracePath) != DocumentKind::Trace)) {
            return windowUsageError(std::string(option) + " needs a trace beside " + *path);
        }
    }
    if (!m_size.empty()) {
        m_window.size = sizeFrom(m_size);
        if (!m_window.size) {
            return windowUsageError("--size '" + m_size +
                                    "' is not a size: expected WxH, as in 1600x900");
        }
    }
    if (!m_theme.empty()) {
        if (m_theme != "dark" && m_theme != "light") {
            return windowUsageError("--theme '" + m_theme + "' is unknown: expected dark or light");
        }
        m_window.theme = m_theme == "dark" ? ThemeChoice::Dark : ThemeChoice::Light;
    }
    if (!m_range.empty()) {
        m_window.range = m_range;
        if (!mayBeRange(m_range)) {
            return windowUsageError(
                "--range '" + m_range +
                "' is not a range: expected T0..T1 with T0 before T1, as in 12.5ms..80ms, "
                "step:N, annotation:NAME or decode:64#3");
        }
    }
    return m_window;
}

}  // namespace gaplight::ui
