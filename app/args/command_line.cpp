// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/args/command_line.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/args/compare_args.h"
#include "app/args/export_options.h"
#include "app/args/fleet_args.h"
#include "app/args/pack_args.h"
#include "app/args/query_args.h"
#include "app/args/record_args.h"
#include "app/args/rule_args.h"
#include "app/args/trace_reading_args.h"
#include "app/args/window_args.h"
#include "app/process/message_line.h"
#include "core/base/close_names.h"
#include "core/detectors/engine/settings.h"
#include "core/ranks/rank_files.h"
#include "core/report/text/tool_version.h"
#include "core/report/trace/report.h"
#include "core/session/document.h"

namespace gaplight::ui {
namespace {

// Options of reports as written, before they are checked.
struct RawReportArgs {
    std::string format = "text";
    std::string device;
    std::string failOn;
    std::string maxIdle;
    std::vector<std::string> whatIf;
    std::vector<std::string> paths;  // of analyze
};

// Options of `analyze` alone.
void addAnalyzeOptions(CLI::App& command, ReportRequest& request, RawReportArgs& args) {
    command
        .add_option("--range", request.range,
                    "only this part: T0..T1 from the trace's start, step:3, annotation:NAME#2, or "
                    "decode:64#3 of a server")
        ->type_name("RANGE");
    command
        .add_option("--figures", request.figuresDir,
                    "folder for the figures of a Markdown report (an HTML report contains its own)")
        ->type_name("DIR");
    command
        .add_option("--memory", request.memoryPath,
                    "memory snapshot of the same run (torch.cuda.memory._dump_snapshot)")
        ->type_name("SNAPSHOT");
    command
        .add_option("--kernels", request.kernelsPath,
                    "report of Nsight Compute about the same program (.ncu-rep, or ncu --csv)")
        ->type_name("REPORT");
    command
        .add_option("--capture", request.capturePath,
                    "trace of the same program capturing its CUDA graphs: names operator, module "
                    "and annotation of replayed kernels")
        ->type_name("TRACE2");
    command
        .add_option("--compile-log", request.compileLogPath,
                    "log of torch.compile of the same run (of TORCH_TRACE, or a folder of tlparse)")
        ->type_name("LOG");
    addSettings(command, request.reading.settings);
    addRuleFolders(command, request.reading.ruleFolders);
    command
        .add_option("--what-if", args.whatIf,
                    "replay with a change: remove:RULE, remove:annotation:NAME, "
                    "remove:function:NAME, remove:op:NAME, scale:kernel:NAME:FACTOR, "
                    "scale:annotation:NAME:FACTOR, graph:steps, async:copies, overlap:copies, "
                    "balance:ranks; of several ranks remove:lateness:RANK, balance:ranks, "
                    "balance:stage, balance:tokens, balance:kernels; may be repeated")
        ->type_name("EDIT")
        ->expected(1)
        ->take_all();
    command.add_flag("--all", request.all,
                     "of the text: all findings, steps, idle time, checklist and annotations, "
                     "instead of one screen");
    command.add_flag("--critical-path", request.criticalPath,
                     "what the window is made of, from its end back to what each part waited for");
    command.add_option("--fail-on", args.failOn, "exit with 1 on a finding: critical or warning")
        ->type_name("SEVERITY");
    command
        .add_option("--max-idle", args.maxIdle,
                    "exit with 1 where a GPU is idle for more of its window, as in 5%")
        ->type_name("SHARE");
}

void addReport(CLI::App& app, const char* name, const char* description, ReportRequest& request,
               RawReportArgs& args) {
    CLI::App& command = *app.add_subcommand(name, description);
    const bool isAnalyze = request.kind == ReportKind::Analyze;
    constexpr const char* kOneFile =
        "trace, memory snapshot or kernel report to read; - is a trace on standard input";
    constexpr const char* kRanks = "a folder or several files are the ranks of one run";
    (isAnalyze
         ? command.add_option("TRACE", args.paths,
                              std::string(kOneFile) + "; " + kRanks + kRemoteTraceHelp)
         : command.add_option("TRACE", request.tracePath, std::string(kOneFile) + kRemoteTraceHelp))
        ->required();
    command
        .add_option("--format", args.format,
                    isAnalyze ? "text, json, markdown, html, sarif or csv (default: text)"
                              : "text, json or markdown (default: text)")
        ->type_name("FORMAT");
    command.add_option("-o,--out", request.outPath, "write there instead of to standard output")
        ->type_name("FILE");
    command.add_option("--device", args.device, "only this GPU")->type_name("N");
    addNoSettings(command, request.reading.ignoresSettingsFiles);
    addInflationLimit(command, request.reading);
    command.add_flag("--quiet", request.reading.quiet, "no progress");
    command.add_flag("--no-color", request.noColor, "no color, not even on a terminal");
    if (isAnalyze) {
        addAnalyzeOptions(command, request, args);
    }
}

// `command`: whose help says more; empty: the program's. A question says enough.
Notice usageError(const std::string& message, std::string_view command = {}) {
    if (message.ends_with('?')) {
        return {kExitUsage, message};
    }
    return {kExitUsage, fmt::format("{}; see 'gaplight {}{}--help'", message, command,
                                    command.empty() ? "" : " ")};
}

std::string_view commandOf(ReportKind kind) {
    return kind == ReportKind::Analyze ? "analyze" : "info";
}

std::optional<ReportFormat> formatFrom(const std::string& word, bool isAnalyze) {
    using enum ReportFormat;
    return isAnalyze ? reportFormatFrom(word, {Text, Json, Markdown, Html, Sarif, Csv})
                     : reportFormatFrom(word, {Text, Json, Markdown});
}

Notice formatError(const std::string& word, bool isAnalyze, std::string_view command) {
    return usageError("--format '" + word + "' is unknown: expected text, json" +
                          (isAnalyze ? ", markdown, html, sarif or csv" : " or markdown"),
                      command);
}

// The gates; an error if one is not valid.
std::optional<Notice> parseGates(const RawReportArgs& args, ReportRequest& request) {
    if (!args.failOn.empty()) {
        if (args.failOn != "critical" && args.failOn != "warning") {
            return usageError(
                "--fail-on '" + args.failOn + "' is unknown: expected critical or warning",
                "analyze");
        }
        request.failOn = args.failOn == "critical" ? Severity::Critical : Severity::Warning;
    }
    if (!args.maxIdle.empty()) {
        const Result<std::int64_t> share = parseShare(args.maxIdle);
        if (!share) {
            return usageError("--max-idle " + share.error().message, "analyze");
        }
        request.maxIdlePpm = *share;
    }
    return std::nullopt;
}

// A folder with one trace is that trace.
std::vector<std::string> analyzedPaths(const std::vector<std::string>& paths) {
    const auto files = traceFilesIn(paths);
    return files && files->size() == 1 ? *files : paths;
}

// A RanksRequest, or the error of what makes sense with one trace only.
AnyRequest checkedRanks(const ReportRequest& request, const RawReportArgs& args) {
    using enum ReportFormat;
    const auto format = reportFormatFrom(args.format, {Text, Json, Markdown, Html});
    if (!format) {
        return usageError(
            "--format '" + args.format +
                "' is unknown for several ranks: expected text, json, markdown or html",
            "analyze");
    }
    if (const std::string problem = optionOfTraces(request, DocumentKind::Ranks);
        !problem.empty()) {
        return usageError(problem, "analyze");
    }
    return RanksRequest{args.paths,  *format,         request.outPath,
                        args.whatIf, request.reading, request.noColor};
}

AnyRequest checkedReport(ReportRequest request, RawReportArgs args) {
    const bool isAnalyze = request.kind == ReportKind::Analyze;
    if (!args.device.empty()) {
        std::int32_t device = 0;
        const char* end = args.device.data() + args.device.size();
        const auto [stop, error] = std::from_chars(args.device.data(), end, device);
        if (error != std::errc{} || stop != end || device < 0) {
            return usageError(
                "--device '" + args.device + "' is not the number of a GPU: expected 0, 1, ...",
                commandOf(request.kind));
        }
        request.device = device;
    }
    if (auto error = parseGates(args, request)) {
        return *error;
    }
    if (isAnalyze) {
        args.paths = analyzedPaths(args.paths);
        request.tracePath = args.paths.front();
        if (args.paths.size() > 1 ||
            documentKindOf(request.tracePath, DocumentUse::Analyze) == DocumentKind::Ranks) {
            return checkedRanks(request, args);
        }
    }
    const auto format = formatFrom(args.format, isAnalyze);
    if (!format) {
        return formatError(args.format, isAnalyze, commandOf(request.kind));
    }
    request.format = *format;
    if (!request.figuresDir.empty() && request.format != ReportFormat::Markdown) {
        return usageError("--figures makes sense with --format markdown only", "analyze");
    }
    for (const std::string& text : args.whatIf) {
        const Result<WhatIf> edit = parseWhatIf(text);
        if (!edit) {
            return usageError("--what-if " + edit.error().message, "analyze");
        }
        request.whatIf.push_back(*edit);
    }
    return request;
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

void replaceIn(std::string& text, std::string_view from, std::string_view to) {
    if (const std::size_t at = text.find(from); at != std::string::npos) {
        text.replace(at, from.size(), to);
    }
}

// What a parser's error means to a person: an option that was mistyped, or a number of arguments.
std::string parseErrorText(const CLI::ParseError& error, const CLI::App& command) {
    std::string text = oneLine(error.what());
    if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) {
        replaceIn(text, " is required", " is missing");
        replaceIn(text, ": At least ", ": expected at least ");
        replaceIn(text, ": At most ", ": expected at most ");
        replaceIn(text, " required but received ", ", got ");
        replaceIn(text, ": Value ", ": ");
        return text;
    }
    const auto tokens = command.remaining();
    const auto option = std::ranges::find_if(
        tokens, [](const std::string& token) { return token.starts_with('-'); });
    if (option == tokens.end()) {
        return text;
    }
    const std::string extra = option->substr(0, option->find('='));
    std::vector<std::string> known;
    for (const CLI::Option* one : command.get_options()) {
        for (const std::string& name : one->get_lnames()) {
            known.push_back("--" + name);
        }
    }
    return "there is no option '" + extra + "'; " + closeNamesText(extra, known);
}

constexpr const char* kAbout =
    "Shows where a GPU waited, why, and what fixing it would buy.\n"
    "Opens a window on a profiler trace, or reports on it without one.";
constexpr const char* kExitCodes =
    "Exit codes: 0 fine, 1 a gate failed, 2 wrong command line, 3 unreadable trace, 4 interrupted, "
    "5 an output could not be written, 6 out of memory or threads.";

void describe(CLI::App& app) {
    app.footer(kExitCodes);
    app.get_formatter()->column_width(28);
    app.set_version_flag("-V,--version", "gaplight " + std::string(toolVersion()),
                         "print the version and leave");
    app.set_help_flag("-h,--help", "print this and leave");
    app.require_subcommand(0, 1);
}

// Help, the version or an error, where there is nothing else to do.
std::optional<Notice> parseArguments(CLI::App& app, int argc, const char* const* argv) {
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const auto commands = app.get_subcommands();
        return Notice{kExitFine,
                      commands.empty() ? app.help() : commands.front()->help("gaplight")};
    } catch (const CLI::CallForVersion& version) {
        return Notice{kExitFine, std::string(version.what()) + "\n"};
    } catch (const CLI::ParseError& error) {
        const auto commands = app.get_subcommands();
        const CLI::App& command = commands.empty() ? app : *commands.front();
        return usageError(parseErrorText(error, command),
                          commands.empty() ? "" : command.get_name());
    }
    return std::nullopt;
}

}  // namespace

std::string optionOfTraces(const ReportRequest& request, DocumentKind kind) {
    const bool isSnapshot = kind == DocumentKind::Snapshot;
    const std::pair<bool, const char*> options[] = {
        {!request.memoryPath.empty(), "--memory"},
        {!request.kernelsPath.empty(), "--kernels"},
        {!request.capturePath.empty(), "--capture"},
        {!request.compileLogPath.empty(), "--compile-log"},
        {!isSnapshot && !request.range.empty(), "--range"},
        {!request.whatIf.empty(), "--what-if"},
        {request.criticalPath, "--critical-path"},
        {request.maxIdlePpm.has_value(), "--max-idle"},
        {!isSnapshot && request.failOn, "--fail-on"},
        {!isSnapshot && request.device, "--device"},
        {!request.figuresDir.empty(), "--figures"},
        {!isSnapshot && request.format == ReportFormat::Sarif, "--format sarif"},
    };
    const auto* given = std::ranges::find(options, true, &std::pair<bool, const char*>::first);
    return given == std::end(options)
               ? std::string()
               : fmt::format("{} needs a trace, not a {}", given->second, documentFacts(kind).name);
}

AnyRequest parseCommandLine(int argc, const char* const* argv) {
    CLI::App app(kAbout, "gaplight");
    describe(app);
    WindowArgs window;
    window.addTo(app);
    ReportRequest info;
    info.reading.runsRules = false;
    ReportRequest analyze;
    analyze.kind = ReportKind::Analyze;
    RawReportArgs reportArgs;
    addReport(app, "info", "what is in a trace", info, reportArgs);
    addReport(app, "analyze", "where the GPUs waited, why, and what to do about it", analyze,
              reportArgs);
    RuleArgs rules;
    rules.addTo(app);
    CompareArgs comparison;
    comparison.addTo(app);
    RecordArgs record(std::span(argv, static_cast<std::size_t>(argc)));
    record.addTo(app);
    ExportOptions exportOptions;
    exportOptions.addTo(app);
    CutRequest cut;
    addCut(app, cut);
    PackArgs pack;
    pack.addTo(app);
    FleetArgs fleet;
    fleet.addTo(app);
    QueryArgs query;
    query.addTo(app);
    app.add_subcommand("mcp",
                       "a server for agents: Model Context Protocol on standard input and output");
    if (const auto notice = parseArguments(app, record.ownArgCount(), argv)) {
        return *notice;
    }
    if (app.got_subcommand("info") || app.got_subcommand("analyze")) {
        return checkedReport(app.got_subcommand("info") ? info : analyze, reportArgs);
    }
    if (RuleArgs::isParsed(app)) {
        return rules.checked();
    }
    if (app.got_subcommand("compare")) {
        return comparison.checked();
    }
    if (app.got_subcommand("record")) {
        return record.checked(app);
    }
    if (app.got_subcommand("export")) {
        return exportOptions.checked(argc, argv);
    }
    if (app.got_subcommand("cut")) {
        return cut;
    }
    if (app.got_subcommand("mcp")) {
        return McpRequest{};
    }
    return FleetArgs::isParsed(app)   ? fleet.checked(app)
           : QueryArgs::isParsed(app) ? query.checked(app)
           : PackArgs::isParsed(app)  ? pack.checked(app)
                                      : window.checked();
}

}  // namespace gaplight::ui
