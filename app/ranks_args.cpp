// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/ranks_args.h"

#include <optional>

#include "app/exit_code.h"

namespace gaplight::ui {
namespace {

std::optional<ReportFormat> ranksFormat(const std::string& text) {
    return text == "text"       ? std::optional(ReportFormat::Text)
           : text == "json"     ? std::optional(ReportFormat::Json)
           : text == "markdown" ? std::optional(ReportFormat::Markdown)
           : text == "html"     ? std::optional(ReportFormat::Html)
                                : std::nullopt;
}

Notice ranksUsageError(const std::string& message) {
    return {kExitUsage, message + "; see 'gaplight --help'"};
}

}  // namespace

Command checkedRanks(const ReportRequest& request, const RanksArgs& args) {
    const auto format = ranksFormat(args.format);
    if (!format) {
        return ranksUsageError("--format '" + args.format +
                               "' is unknown for several ranks: expected text, json, markdown or "
                               "html");
    }
    if (args.hasTraceOptions || !request.range.empty() || !request.figuresDir.empty() ||
        request.criticalPath || !request.memoryPath.empty() || !request.kernelsPath.empty() ||
        !request.capturePath.empty() || !request.compileLogPath.empty()) {
        return ranksUsageError(
            "--device, --range, --figures, --critical-path, --memory, --kernels, --capture, "
            "--compile-log, --fail-on and --max-idle make sense with one trace only");
    }
    return RanksRequest{args.paths,  *format,         request.outPath,
                        args.whatIf, request.reading, request.noColor};
}

}  // namespace gaplight::ui
