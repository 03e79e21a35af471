// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/args/ranks_args.h"

#include "app/process/exit_code.h"

namespace gaplight::ui {
namespace {

Notice ranksUsageError(const std::string& message) {
    return {kExitUsage, message + "; see 'gaplight --help'"};
}

}  // namespace

Command checkedRanks(const ReportRequest& request, const RanksArgs& args) {
    using enum ReportFormat;
    const auto format = reportFormatFrom(args.format, {Text, Json, Markdown, Html});
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
