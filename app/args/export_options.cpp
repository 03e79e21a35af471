// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/args/export_options.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>

#include "app/args/trace_reading_args.h"
#include "app/process/message_line.h"
#include "core/report/text/escaped_text.h"
#include "core/session/document.h"

namespace gaplight::ui {
namespace {

Notice wrong(const std::string& message) {
    return {kExitUsage, message + "; see 'gaplight export --help'"};
}

std::vector<std::string> listed(const std::string& words) {
    std::vector<std::string> list;
    std::istringstream stream(words);
    for (std::string word; std::getline(stream, word, ',');) {
        list.push_back(word);
    }
    return list;
}

std::string fileName(const std::string& path) {
    return path.substr(path.find_last_of('/') + 1);
}

bool endsWith(const std::string& path, std::string_view ending) {
    return path.size() > ending.size() &&
           std::equal(ending.begin(), ending.end(),
                      path.end() - static_cast<std::ptrdiff_t>(ending.size()),
                      [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b + 32 : b); });
}

std::optional<FigureFormat> formatOf(const std::string& path) {
    return endsWith(path, ".png")   ? std::optional(FigureFormat::Png)
           : endsWith(path, ".svg") ? std::optional(FigureFormat::Svg)
           : endsWith(path, ".pdf") ? std::optional(FigureFormat::Pdf)
                                    : std::nullopt;
}

// "1100x600", "1100"; false where it is neither.
bool readSize(const std::string& text, FigureRequest& figure) {
    int width = 0;
    int height = 0;
    int used = 0;
    const auto isAll = [&] { return static_cast<std::size_t>(used) == text.size(); };
    const bool isPair =
        std::sscanf(text.c_str(), "%5dx%5d%n", &width, &height, &used) == 2 && isAll();
    if (!isPair) {
        height = 0;
        used = 0;
        if (std::sscanf(text.c_str(), "%5d%n", &width, &used) != 1 || !isAll()) {
            return false;
        }
    }
    figure.width = static_cast<float>(width);
    figure.height = static_cast<float>(height);
    return width >= static_cast<int>(kMinFigureWidth) && (height > 0 || !isPair);
}

// Empty, or the word that is not known.
std::string readAnnotations(const std::string& words, FigureAnnotations& annotate) {
    annotate = {false, false, false, false, false};
    const std::array<std::pair<const char*, bool*>, 5> kinds{{{"findings", &annotate.findings},
                                                              {"notes", &annotate.notes},
                                                              {"arrows", &annotate.arrows},
                                                              {"checklist", &annotate.checklist},
                                                              {"idle", &annotate.idle}}};
    for (const std::string& word : listed(words)) {
        const auto* kind = std::find_if(kinds.begin(), kinds.end(),
                                        [&](const auto& known) { return known.first == word; });
        if (kind != kinds.end()) {
            *kind->second = true;
        } else if (word != "none") {
            return word;
        }
    }
    return {};
}

}  // namespace

// Options for the contents of the figure.
void ExportOptions::addContents(CLI::App& command) {
    command
        .add_option("TRACE", m_paths,
                    std::string("file to read; - is standard input. A second is drawn below it, "
                                "with what corresponds and what changed. A folder, more files or "
                                "--ranks: one collective across the ranks of a run") +
                        kRemoteTraceHelp)
        ->required();
    command.add_option("-o,--out", m_request.outPath, "figure to write: .png, .svg or .pdf")
        ->type_name("FILE")
        ->required();
    command
        .add_option("--range", m_request.range,
                    "this part: T0..T1 from the trace's start, step:3, annotation:NAME#2, or "
                    "decode:64#3 of a server; of two traces what corresponds to it, or "
                    "RANGE=RANGE")
        ->type_name("RANGE");
    command
        .add_option("--finding", m_request.finding,
                    "show the largest occurrence of this finding, given by rank or rule")
        ->type_name("N|RULE");
    command
        .add_option(
            "--tracks", m_tracks,
            "only tracks, processes or GPUs of these names, with * and ?, separated by commas")
        ->type_name("GLOB,...");
    command
        .add_option("--annotate", m_annotate,
                    "of findings, notes, arrows, checklist, idle; or none (default: findings,idle)")
        ->type_name("LIST");
    command
        .add_option("--select", m_request.selected,
                    "the slice whose arrows are drawn, as in gemm@12345678ns (default: the one "
                    "that ends the longest gap)")
        ->type_name("NAME@TIME");
    command
        .add_option("--what-if", m_whatIf,
                    "outline where slices would be with this change, as in analyze; may be "
                    "repeated")
        ->type_name("EDIT")
        ->expected(1)
        ->take_all();
    command.add_flag("--no-outlines", m_request.noOutlines,
                     "with --what-if: the critical path of the changed run alone");
    command.add_flag("--critical-path", m_request.criticalPath, "mark what the run hangs on");
    command.add_flag("--roofline", m_request.roofline,
                     "kernels by FLOPs per byte under the GPU's ceilings, in place of a timeline; "
                     "of all of the trace, or with --range of a part");
    command
        .add_option("--pin", m_pins, "of two traces: this is that, as in compare; may be repeated")
        ->type_name("A=B")
        ->expected(1)
        ->take_all();
    command.add_flag(
        "--own-scales", m_request.ownScales,
        "of two traces: each fills the width, so that corresponding steps are above each other");
}

// Options for the ranks of a run.
void ExportOptions::addRanks(CLI::App& command) {
    command.add_flag("--ranks", m_ranks,
                     "the files are the ranks of one run, even if they are two");
    command
        .add_option("--collective", m_request.collective,
                    "of ranks: the N-th of the late collectives, the latest first, or that ordinal "
                    "of a group, as in 0#12 (default: 1, or the one that ranks wait in most)")
        ->type_name("N|GROUP#N");
}

// Options for the appearance of the figure.
void ExportOptions::addAppearance(CLI::App& command) {
    command
        .add_option("--size", m_size,
                    "in pixels of 1/96 inch, as in 1100 (as high as needed) or 1100x600")
        ->type_name("W[xH]");
    command
        .add_option("--scale", m_request.scale, "device pixels for each pixel of --size: 1 to 4")
        ->type_name("N")
        ->check(CLI::Range(0.5, 4.0));
    command.add_option("--theme", m_theme, "light or dark (default: light)")->type_name("THEME");
    command.add_option("--title", m_title, "above the figure")->type_name("TEXT");
    command.add_option("--caption", m_request.figure.caption, "below the figure")
        ->type_name("TEXT");
}

void ExportOptions::addTo(CLI::App& app) {
    CLI::App& command =
        *app.add_subcommand("export", "annotated figure of a part of a trace, without a display");
    addContents(command);
    addRanks(command);
    addAppearance(command);
    addTraceReading(command, m_request.reading);
    command.add_flag("--quiet", m_request.reading.quiet, "no progress");
}

std::string ExportOptions::takePaths(ExportRequest& request) const {
    const bool isFolder =
        m_paths.size() == 1 &&
        documentKindOf(m_paths.front(), DocumentUse::Export) == DocumentKind::Ranks;
    if (m_ranks || isFolder || m_paths.size() > 2) {
        const bool isOfTrace = !request.range.empty() || !request.finding.empty() ||
                               !m_tracks.empty() || !request.selected.empty() ||
                               !m_whatIf.empty() || !m_pins.empty() || request.criticalPath ||
                               request.roofline || request.ownScales;
        request.rankPaths = m_paths;
        return isOfTrace ? "of several ranks, --collective, --size, --scale, --theme, --title and "
                           "--caption alone make sense"
                         : "";
    }
    request.tracePath = m_paths.front();
    request.otherPath = m_paths.size() == 2 ? m_paths.back() : std::string();
    return request.collective.empty()
               ? ""
               : "--collective needs the ranks of a run: a folder, several files or --ranks";
}

// The command line that makes the figure again, without folders.
std::string ExportOptions::commandOf(const ExportRequest& request, int argc,
                                     const char* const* argv) const {
    std::string command = "gaplight";
    for (int at = 1; at < argc; ++at) {
        const std::string word = argv[at];
        const bool isPath = word == request.outPath ||
                            std::find(m_paths.begin(), m_paths.end(), word) != m_paths.end();
        command += " " + shellWord(isPath ? fileName(word) : word);
    }
    return command;
}

AnyRequest ExportOptions::checked(int argc, const char* const* argv) const {
    ExportRequest request = m_request;
    if (const std::string problem = takePaths(request); !problem.empty()) {
        return wrong(problem);
    }
    const auto format = formatOf(request.outPath);
    if (!format) {
        return wrong("--out '" + request.outPath +
                     "' has no known ending: expected .png, .svg or .pdf");
    }
    request.format = *format;
    if (m_theme != "light" && m_theme != "dark") {
        return wrong("--theme '" + m_theme + "' is unknown: expected light or dark");
    }
    request.dark = m_theme == "dark";
    if (!m_size.empty() && !readSize(m_size, request.figure)) {
        return wrong("--size '" + m_size +
                     "' is not a size: expected W or WxH with W from 400 on, as in 1100x600");
    }
    const std::string unknown = readAnnotations(m_annotate, request.figure.annotate);
    if (!unknown.empty()) {
        return wrong("--annotate '" + unknown +
                     "' is unknown: expected findings, notes, arrows, checklist, idle or none");
    }
    for (const std::string& text : m_whatIf) {
        const Result<WhatIf> edit = parseWhatIf(text);
        if (!edit) {
            return wrong("--what-if " + edit.error().message);
        }
        request.whatIf.push_back(*edit);
    }
    if (!request.selected.empty() && !request.figure.annotate.arrows) {
        return wrong("--select needs --annotate arrows");
    }
    if (request.noOutlines && !request.criticalPath) {
        return wrong("--no-outlines needs --critical-path");
    }
    for (const std::string& pin : m_pins) {
        const auto words = parsePin(pin);
        if (!words) {
            return wrong("--pin '" + pin + "' is no pair: expected A=B, as in step:3=step:1");
        }
        request.pins.push_back(*words);
    }
    if ((request.ownScales || !request.pins.empty()) && request.otherPath.empty()) {
        return wrong("--own-scales and --pin need two traces");
    }
    if (!request.otherPath.empty() && request.tracePath == "-" && request.otherPath == "-") {
        return wrong("standard input can be read once only");
    }
    request.figure.tracks = listed(m_tracks);
    request.figure.title = m_title.empty() ? std::nullopt : std::optional(m_title);
    request.figure.pixelRatio = static_cast<float>(request.scale);
    request.figure.command = commandOf(request, argc, argv);
    return request;
}

}  // namespace gaplight::ui
