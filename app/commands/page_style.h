// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

#include "app/args/command_line.h"
#include "app/process/message_line.h"
#include "core/base/result.h"
#include "core/io/output_writer.h"
#include "core/report/text/escaped_text.h"
#include "core/report/trace/report.h"

namespace gaplight::ui {

// How a request with `format`, `outPath` and `noColor` is written. The widely followed NO_COLOR
// convention (no-color.org) counts as --no-color.
template <class Request>
PageStyle styleFor(const Request& request) {
    if (request.format == ReportFormat::Markdown) {
        return PageStyle::Markdown;
    }
    const char* noColor = std::getenv("NO_COLOR");
    const bool wantsColor =
        !request.noColor && (noColor == nullptr || *noColor == '\0') && request.outPath.empty();
    return wantsColor && ::isatty(STDOUT_FILENO) == 1 ? PageStyle::Color : PageStyle::Plain;
}

// Characters in a line of running text: those of the terminal, from 80 to 200, or kPageWidth.
inline std::size_t pageWidth() {
    winsize size{};
    constexpr std::size_t kNarrowest = 80;
    constexpr std::size_t kWidest = 200;
    return ::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
                   size.ws_col > 0
               ? std::clamp<std::size_t>(size.ws_col, kNarrowest, kWidest)
               : kPageWidth;
}

// Writes a report to a file, or to standard output where `outPath` is empty; the exit code. Thin
// spaces are kept on a terminal, in HTML and in figures.
inline int writeReport(const Result<std::string>& report, const std::string& outPath) {
    const bool isForPeople = outPath.empty() && ::isatty(STDOUT_FILENO) == 1;
    const Result<void> written = report.and_then([&](const std::string& text) {
        const std::string shown =
            isForPeople || text.starts_with('<') ? text : withPlainSpaces(text);
        return outPath.empty() ? writeStandardOutput(shown) : writeOutputFile(outPath, shown);
    });
    return written ? kExitFine : failWith(exitCodeOf(written.error()), written.error().message);
}

}  // namespace gaplight::ui
