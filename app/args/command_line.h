// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/args/trace_reading_args.h"
#include "core/detectors/engine/finding.h"
#include "core/detectors/what_if/edit_spec.h"
#include "core/formats/document_kinds.h"
#include "core/record/recorder_settings.h"
#include "core/remote/resumed_stream.h"
#include "core/report/figure/session_figure.h"

namespace gaplight::ui {

enum class ReportFormat : std::uint8_t { Text, Json, Markdown, Html, Sarif, Csv };

// The format that `--format` names ("markdown"), among those that the command has; empty: none.
[[nodiscard]] std::optional<ReportFormat> reportFormatFrom(
    std::string_view name, std::initializer_list<ReportFormat> formats);

// `gaplight record`.
struct RecordRequest {
    // "HOST:" or "HOST:FOLDER" of another machine, where it runs; empty: here.
    std::string remoteFolder;
    std::vector<std::string> program;  // and its arguments
    std::string outPath;               // empty: named after the program
    record::RecorderSettings settings;
    std::string range;
    std::uint64_t maxBytes = 0;  // 0: any
    bool hasChildren = false;
    bool opensWindow = true;
    bool quiet = false;
    // Lines for a program on another machine (progress_lines.h), which sends signals on standard
    // input.
    bool progressLines = false;
};

enum class ThemeChoice : std::uint8_t { Dark, Light };

struct WindowSize {
    int width = 1600;  // logical pixels
    int height = 900;
};

// Window options of the command line. Empty: the user's settings decide.
struct WindowOptions {
    std::string tracePath;    // empty: the start page; "-": standard input
    bool startPage = false;   // show the start page even if the settings reopen the last trace
    std::string comparePath;  // of a second trace beside the first; empty: none
    // Files and folders of the ranks of a run, in place of tracePath; empty: none.
    std::vector<std::string> rankPaths;
    std::string memoryPath;      // memory snapshot of the trace's run; empty: none
    std::string kernelsPath;     // report about the trace's kernels; empty: none
    std::string capturePath;     // trace of the capture of its graphs; empty: none
    std::string compileLogPath;  // log of torch.compile of its run; empty: none
    std::string screenshotPath;  // not empty: save the first complete image there and exit
    std::optional<WindowSize> size;
    std::optional<ThemeChoice> theme;
    TraceReading reading;  // of every trace that the window opens; its thresholds are not used
    std::string range;     // as rangeFromText() reads it: a step's needs the trace; empty: all
};

enum class ReportKind : std::uint8_t { Info, Analyze };

// `gaplight info` and `gaplight analyze`.
struct ReportRequest {
    ReportKind kind = ReportKind::Info;
    std::string tracePath;  // "-": standard input
    ReportFormat format = ReportFormat::Text;
    std::string memoryPath;      // memory snapshot of the same run; empty: none
    std::string kernelsPath;     // report about its kernels; empty: none
    std::string capturePath;     // trace of the capture of its graphs; empty: none
    std::string compileLogPath;  // log of torch.compile of the same run; empty: none
    std::string outPath;         // empty: standard output
    std::string figuresDir;      // folder for the figures of a Markdown report; empty: no figures
    std::optional<std::int32_t> device;
    std::string range;  // as written: a step's needs the trace; empty: all
    TraceReading reading;
    std::optional<Severity> failOn;          // a finding of at least this severity: exit code 1
    std::optional<std::int64_t> maxIdlePpm;  // of a GPU's window; more idle time: exit code 1
    std::vector<WhatIf> whatIf;              // all in one replay
    bool criticalPath = false;
    bool all = false;  // of a text, more than one screen
    bool noColor = false;
};

// Says which given option does not apply to documents of this kind; empty if all apply.
[[nodiscard]] std::string optionOfTraces(const ReportRequest& request, DocumentKind kind);

// `gaplight analyze` of the traces of several ranks.
struct RanksRequest {
    std::vector<std::string> paths;  // a folder, or more than one file
    ReportFormat format = ReportFormat::Text;
    std::string outPath;              // empty: standard output
    std::vector<std::string> whatIf;  // as written: they need the ranks
    TraceReading reading;
    bool noColor = false;
};

// A text to print: help, the version, or an error in the command line.
struct Notice {
    int exitCode = 0;
    std::string text;  // for standard output where the exit code is 0, else for standard error
};

// 'gaplight rules': the rules, or one of them; an example of a rule of one's own; a check of one.
struct RulesRequest {
    enum class Action : std::uint8_t { List, Example, Check };
    Action action = Action::List;
    std::string rule;                 // List, Example: empty: all of them. Check: a file
    std::vector<std::string> traces;  // of Check
    ReportFormat format = ReportFormat::Text;
    std::string outPath;
    TraceReading reading;
    bool noColor = false;
};

// "A=B" of --pin.
struct PinArgs {
    std::string a;
    std::string b;
};
// Empty if `text` is no pair. Each part of a pair of slices begins with "slice:", because names may
// contain the equals sign.
[[nodiscard]] std::optional<PinArgs> parsePin(const std::string& text);

// 'gaplight compare': runs against the first one.
struct CompareRequest {
    std::vector<std::string> paths;  // at least two
    ReportFormat format = ReportFormat::Text;
    std::string outPath;  // empty: standard output
    std::vector<PinArgs> pins;
    std::vector<std::string> functions;
    std::vector<std::string> capturePaths;  // of graphs that the runs replay
    TraceReading reading;
    bool all = false;                              // text: tables below the verdict
    std::optional<std::int64_t> noisePpm;          // empty: estimated from the runs
    std::optional<std::int64_t> maxRegressionPpm;  // greater increase of the time: exit code 1
    bool noColor = false;
};

// 'gaplight export': an annotated figure.
struct ExportRequest {
    std::string tracePath;  // "-": standard input
    std::string otherPath;  // to compare it with; empty: none
    // One trace for each rank of a run (a folder or files): the figure shows one collective.
    // Empty: the figure shows `tracePath`.
    std::vector<std::string> rankPaths;
    std::string collective;  // as written (collectiveFromText()); empty: the one worth showing
    std::string outPath;
    FigureFormat format = FigureFormat::Png;  // by the ending of outPath
    std::string range;                        // as written, like a report's; of two: A=B too
    std::string finding;                      // as written: a rank from 1 on, or a rule
    FigureRequest figure;                     // the rest of what to show
    bool ownScales = false;                   // of two runs: each fills the width
    std::vector<PinArgs> pins;                // of two runs
    std::vector<WhatIf> whatIf;               // all in one replay, whose slices are shown
    bool noOutlines = false;                  // of those slices
    bool criticalPath = false;                // of that, or of the program as it is
    bool roofline = false;                    // kernels under their ceilings, not a timeline
    std::string selected;                     // a slice as text (slice_text.h); empty: none
    double scale = 1;                         // pixels of the figure for each logical one
    bool dark = false;
    TraceReading reading;
};

// 'gaplight cut': a part of a trace, as a trace.
struct CutRequest {
    std::string tracePath;  // "-": standard input
    std::string outPath;    // .gz and .zst are compressed
    std::string range;      // as written, like a report's
    bool clip = false;      // shorten what crosses the range's edges
    TraceReading reading;
};

// 'gaplight pack': a trace as a pack file.
struct PackRequest {
    std::string tracePath;  // "-": standard input
    std::string outPath;    // empty where it goes to standard output
    std::string range;      // as written, like a report's; empty: all
    bool toStandardOutput = false;
    bool withArgs = true;
    bool progressLines = false;  // for the program that fetches it over ssh
    std::optional<ResumePoint> resume;
    bool listsFolder = false;  // only prints the names of its traces, for that program
    TraceReading reading;
};

// 'gaplight cache': the packs that are kept.
struct CacheRequest {
    enum class Action : std::uint8_t { List, Clear, Keep };
    Action action = Action::List;
    std::vector<std::string> tracePaths;  // Keep: of the traces to keep
};

// 'gaplight mcp': answers an agent's requests, in the Model Context Protocol, until its input ends.
struct McpRequest {};

// 'gaplight summarize': one summary of each trace.
struct SummarizeRequest {
    std::vector<std::string> paths;  // traces, and folders of them
    std::string outFolder;
    std::size_t part = 0;  // of `parts`: the traces part, part + parts, ...
    std::size_t parts = 1;
    bool again = false;  // also where the summary is up to date
    TraceReading reading;
};

// 'gaplight fleet': the summaries of a run's ranks together.
struct FleetRequest {
    std::string folder;
    ReportFormat format = ReportFormat::Text;
    std::string outPath;             // empty: standard output
    std::optional<std::size_t> run;  // of several, from 1 on
    bool opens = false;              // the ranks worth opening, in a window
    bool noColor = false;
};

// 'gaplight query': SQL on traces.
struct QueryRequest {
    std::vector<std::string> paths;
    std::string sql;          // empty: of `sqlPath`
    std::string sqlPath;      // file that has it
    bool areRanks = false;    // several traces are ranks of one run; a folder is anyway
    std::string kernelsPath;  // report about its kernels; empty: none
    std::string memoryPath;   // memory snapshot of the same run; empty: none
    ReportFormat format = ReportFormat::Text;
    std::string outPath;  // empty: standard output
    std::optional<std::size_t> maxRows;
    std::optional<std::chrono::milliseconds> maxTime;
    TraceReading reading;
    bool noColor = false;
};

// 'gaplight tables': what can be queried.
struct TablesRequest {
    std::string table;  // empty: all of them
    ReportFormat format = ReportFormat::Text;
    std::string outPath;
    bool noColor = false;
};

using AnyRequest =
    std::variant<Notice, ReportRequest, RanksRequest, RulesRequest, CompareRequest, RecordRequest,
                 ExportRequest, CutRequest, PackRequest, CacheRequest, McpRequest, SummarizeRequest,
                 FleetRequest, QueryRequest, TablesRequest, WindowOptions>;

// Reads the program's arguments; never prints or exits.
[[nodiscard]] AnyRequest parseCommandLine(int argc, const char* const* argv);

}  // namespace gaplight::ui
