// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/args/compare_args.h"

#include <optional>

#include "app/args/trace_reading_args.h"
#include "app/process/message_line.h"
#include "core/base/result.h"
#include "core/detectors/engine/settings.h"

namespace gaplight::ui {
namespace {

Notice compareUsageError(const std::string& message) {
    return {kExitUsage, message + "; see 'gaplight compare --help'"};
}

// In millionths; empty if the text is empty.
Result<std::optional<std::int64_t>> shareFrom(const std::string& text) {
    if (text.empty()) {
        return std::optional<std::int64_t>{};
    }
    const std::int64_t share = TRY(parseShare(text));
    return std::optional(share);
}

}  // namespace

void CompareArgs::addTo(CLI::App& app) {
    CLI::App& command = *app.add_subcommand(
        "compare", "what changed from one run to another, and whether that is better");
    command
        .add_option("TRACES", m_request.paths,
                    std::string("two files or more; the first is what the others are measured by; "
                                "two folders: the ranks of two runs") +
                        kRemoteTraceHelp)
        ->required()
        ->expected(2, -1)
        ->type_name("");
    command.add_option("--format", m_format, "text, json, markdown, html or csv (default: text)")
        ->type_name("FORMAT");
    command.add_option("-o,--out", m_request.outPath, "write there instead of to standard output")
        ->type_name("FILE");
    command
        .add_option("--pin", m_pins,
                    "this is that: names of annotations, or ranges (step:3=step:1, "
                    "annotation:NAME#2=annotation:NAME, T0..T1=T0..T1, "
                    "slice:NAME@TIME=slice:NAME@TIME); may be repeated")
        ->type_name("A=B")
        ->expected(1)
        ->take_all();
    command
        .add_option("--function", m_request.functions,
                    "total the calls of this Python function too; may be repeated")
        ->type_name("NAME")
        ->expected(1)
        ->take_all();
    command
        .add_option("--capture", m_request.capturePaths,
                    "trace that captures the CUDA graphs which a run replays, for GPU time by "
                    "module and operator; may be repeated")
        ->type_name("TRACE")
        ->expected(1)
        ->take_all();
    command
        .add_option("--noise", m_noise,
                    "changes up to this are none, as in 2% (default: 2 %, or as the steps vary)")
        ->type_name("SHARE");
    command
        .add_option("--max-regression", m_maxRegression,
                    "exit with 1 where a run takes longer by more than this, as in 2%, or where "
                    "that cannot be judged")
        ->type_name("SHARE");
    command.add_flag("--all", m_request.all,
                     "text: tables of all that changed below the verdict and its reasons");
    addTraceReading(command, m_request.reading);
    command.add_flag("--quiet", m_request.reading.quiet, "no progress");
    command.add_flag("--no-color", m_request.noColor, "no color, not even on a terminal");
}

std::optional<PinArgs> parsePin(const std::string& text) {
    const std::size_t slices =
        text.starts_with("slice:") ? text.find("=slice:") : std::string::npos;
    const std::size_t equals = slices != std::string::npos ? slices : text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
        return std::nullopt;
    }
    return PinArgs{text.substr(0, equals), text.substr(equals + 1)};
}

AnyRequest CompareArgs::checked() const {
    CompareRequest request = m_request;
    using enum ReportFormat;
    const auto format = reportFormatFrom(m_format, {Text, Json, Markdown, Html, Csv});
    if (!format) {
        return compareUsageError("--format '" + m_format +
                                 "' is unknown: expected text, json, markdown, html or csv");
    }
    request.format = *format;
    const auto noise = shareFrom(m_noise);
    if (!noise) {
        return compareUsageError("--noise " + noise.error().message);
    }
    request.noisePpm = *noise;
    const auto regression = shareFrom(m_maxRegression);
    if (!regression) {
        return compareUsageError("--max-regression " + regression.error().message);
    }
    request.maxRegressionPpm = *regression;
    for (const std::string& pin : m_pins) {
        const auto pair = parsePin(pin);
        if (!pair) {
            return compareUsageError("--pin '" + pin +
                                     "' is no pair: expected A=B, as in step:3=step:1");
        }
        request.pins.push_back(*pair);
    }
    return request;
}

}  // namespace gaplight::ui
