// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/args/pack_args.h"

#include <filesystem>
#include <string>

#include "app/args/trace_reading_args.h"
#include "app/process/message_line.h"
#include "core/formats/open_trace.h"
#include "core/remote/remote_path.h"

namespace gaplight::ui {
namespace {

// "folder/run.json.gz" -> "folder/run.gpk"; of a trace on another machine in the working folder.
std::string packBeside(const std::string& trace) {
    std::string beside = trace;
    if (isRemotePath(trace)) {
        if (const Result<RemotePath> remote = parseRemotePath(trace)) {
            beside = std::filesystem::path(remote->path).filename().string();
        }
    }
    return std::string(withoutTraceEnding(beside)) + ".gpk";
}

}  // namespace

void PackArgs::addTo(CLI::App& app) {
    CLI::App& command = *app.add_subcommand(
        "pack", "a small file of a trace (.gpk) that opens at once, to keep and to share");
    command
        .add_option("TRACE", m_request.tracePath,
                    std::string("file to read; - is standard input") + kRemoteTraceHelp)
        ->required();
    command
        .add_option("-o,--out", m_request.outPath,
                    "pack to write (default: beside the trace; of HOST:PATH, here)")
        ->type_name("FILE");
    command.add_flag("--stdout", m_request.toStandardOutput, "write to standard output instead");
    command.add_flag("--progress-lines", m_request.progressLines,
                     "with --stdout: progress as lines on standard error, for a program on "
                     "another machine");
    command
        .add_option("--resume", m_resume,
                    "with --stdout: leave out the beginning, for a program on another machine that "
                    "has it")
        ->type_name("BYTES:HASH");
    command.add_flag("--list", m_request.listsFolder,
                     "only print the names of the traces in a folder, with a zero byte each, for a "
                     "program on another machine");
    command.add_flag("--without-args", m_withoutArgs,
                     "leave the args of events out: half the size; what rules read of them is "
                     "missing too");
    command
        .add_option("--range", m_request.range,
                    "only this part: T0..T1 from the trace's start, step:3, annotation:NAME#2, or "
                    "decode:64#3 of a server")
        ->type_name("RANGE");
    addTraceReading(command, m_request.reading);
    command.add_flag("--quiet", m_request.reading.quiet, "no progress, and not what was written");
    CLI::App& cache = *app.add_subcommand(
        "cache", "packs of large traces and exported reports, kept to open them again at once");
    cache.add_option("ACTION", m_cacheAction,
                     "list shows them, as does none; clear removes them, keep makes some now");
    cache.add_option("TRACES", m_cachedTraces, "of keep: the traces");
}

bool PackArgs::isParsed(const CLI::App& app) {
    return app.got_subcommand("pack") || app.got_subcommand("cache");
}

AnyRequest PackArgs::checked(const CLI::App& app) const {
    if (app.got_subcommand("pack")) {
        return checkedPack();
    }
    const bool keeps = m_cacheAction == "keep";
    const bool lists = m_cacheAction.empty() || m_cacheAction == "list";
    if (keeps == m_cachedTraces.empty() || (!keeps && !lists && m_cacheAction != "clear")) {
        return Notice{kExitUsage, "cache '" + m_cacheAction +
                                      "': expected list (or nothing), clear, or keep and traces"};
    }
    return CacheRequest{keeps   ? CacheRequest::Action::Keep
                        : lists ? CacheRequest::Action::List
                                : CacheRequest::Action::Clear,
                        m_cachedTraces};
}

AnyRequest PackArgs::checkedPack() const {
    PackRequest request = m_request;
    request.withArgs = !m_withoutArgs;
    if (request.toStandardOutput && !request.outPath.empty()) {
        return Notice{kExitUsage,
                      "--stdout and --out exclude each other; see 'gaplight pack --help'"};
    }
    if (request.progressLines && !request.toStandardOutput) {
        return Notice{kExitUsage, "--progress-lines needs --stdout; see 'gaplight pack --help'"};
    }
    if (!m_resume.empty()) {
        request.resume = resumePointFrom(m_resume);
        if (!request.resume || !request.toStandardOutput) {
            return Notice{kExitUsage, "--resume '" + m_resume +
                                          "': expected BYTES:HASH, with --stdout; see 'gaplight "
                                          "pack --help'"};
        }
    }
    if (request.listsFolder) {
        return request;
    }
    if (!request.toStandardOutput && request.outPath.empty()) {
        if (request.tracePath == "-") {
            return Notice{kExitUsage,
                          "standard input has no name: say where to write the pack with --out "
                          "FILE or --stdout"};
        }
        request.outPath = packBeside(request.tracePath);
    }
    return request;
}

void addCut(CLI::App& app, CutRequest& request) {
    CLI::App& command = *app.add_subcommand("cut", "a smaller trace of a part, for any viewer");
    command.add_option("TRACE", request.tracePath, "file to read; - is standard input")->required();
    command
        .add_option("--range", request.range,
                    "this part: T0..T1 from the trace's start, step:3, annotation:NAME#2, or "
                    "decode:64#3 of a server")
        ->type_name("RANGE")
        ->required();
    command
        .add_option("-o,--out", request.outPath,
                    "trace to write: JSON, compressed with .gz and .zst, or a pack (.gpk)")
        ->type_name("FILE")
        ->required();
    command.add_flag("--clip", request.clip,
                     "shorten slices that cross the range's edges, instead of keeping them whole");
    addTraceReading(command, request.reading);
    command.add_flag("--quiet", request.reading.quiet, "no progress, and not how much was kept");
}

}  // namespace gaplight::ui
