// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>

#include <unistd.h>

#include "app/args/command_line.h"
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

}  // namespace gaplight::ui
