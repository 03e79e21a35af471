// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <unistd.h>

#include "app/loading/loading.h"
#include "app/loading/progress_line.h"
#include "app/loading/remote_opening.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/io/config_directory.h"
#include "core/io/output_writer.h"
#include "core/pack/pack_layout.h"
#include "core/pack/write_pack.h"
#include "core/ranks/rank_files.h"
#include "core/remote/progress_lines.h"
#include "core/remote/remote_path.h"
#include "core/report/text/tool_version.h"
#include "core/session/pack_cache.h"
#include "core/session/place_text.h"
#include "core/session/session.h"
#include "core/session/trace_cut.h"

namespace gaplight::ui {
namespace {

// Progress for the program that started this one on another machine. Where it has ended, nobody
// wants the pack.
class ProgressLines {
public:
    explicit ProgressLines(const std::stop_token& interrupts)
        : m_interruption(interrupts, [this] { m_stop.request_stop(); }) {}

    void begin() { print(remoteProgramLine({std::string(toolVersion()), kPackVersion})); }
    void show(const LoadProgress& progress) {
        const auto now = std::chrono::steady_clock::now();
        if (now - m_shown >= kInterval) {
            m_shown = now;
            print(remoteProgressLine({progress.bytesRead, progress.bytesTotal, progress.slices}));
        }
    }
    std::stop_token token() const { return m_stop.get_token(); }

private:
    static constexpr std::chrono::milliseconds kInterval{250};

    void print(const std::string& line) {
        if (std::fputs(line.c_str(), stderr) < 0) {
            m_stop.request_stop();
        }
    }

    std::stop_source m_stop;
    std::stop_callback<std::function<void()>> m_interruption;
    std::chrono::steady_clock::time_point m_shown;
};

OpenOptions openOptions(const PackRequest& request, ProgressLine& line, ProgressLines& lines) {
    OpenOptions options;
    options.stop = lines.token();
    options.inflation = request.reading.inflation;
    if (request.progressLines) {
        lines.begin();
        options.onProgress = [&lines](const LoadProgress& progress) { lines.show(progress); };
    } else if (!request.reading.quiet && ::isatty(STDERR_FILENO) == 1) {
        options.onProgress = [&line](const LoadProgress& progress) { line.show(progress); };
    }
    return options;
}

// A part of the trace, as if it had been recorded alone.
Result<LoadedTrace> readPart(const PackRequest& request, const OpenOptions& options) {
    const NamedTrace trace =
        TRY(loadTrace(DocumentUse::Pack, request.tracePath, request.reading, options.stop));
    const std::shared_ptr<const Session>& session = trace.session;
    const Result<TimeRange> range =
        rangeFromText(request.range, *session->trace, session->analysis);
    if (!range) {
        return fail(ErrorCode::BadArgument, "--" + range.error().message);
    }
    return LoadedTrace{partOf(*session, {*range, false, options.stop}), session->details};
}

Result<LoadedTrace> readRemote(const PackRequest& request, const OpenOptions& options) {
    RemoteReading reading = remoteReading(request.reading);
    reading.range = request.range;
    reading.withArgs = request.withArgs;
    const auto source = fetchRemoteTrace(request.tracePath, options, reading);
    return source ? readTrace(request.tracePath, **source, options)
                  : Result<LoadedTrace>(tl::unexpected<Error>(source.error()));
}

// Of a pack that was kept, if there is one; `isToKeep`: as of loadTrace().
Result<LoadedTrace> readAll(const PackRequest& request, const OpenOptions& options,
                            bool& isToKeep) {
    const PackCache cache(request.reading.ignoresCache ? std::string() : packDirectory());
    KeptOrFile<LoadedTrace> read = cache.readKeptOrFile(request.tracePath, options);
    isToKeep = !read.keyToKeep.empty();
    return std::move(read.loaded);
}

Result<LoadedTrace> read(const PackRequest& request, const OpenOptions& options, bool& isToKeep) {
    TRY(documentFor(DocumentUse::Pack, request.tracePath));
    if (isRemotePath(request.tracePath)) {
        return readRemote(request, options);
    }
    return request.range.empty() ? readAll(request, options, isToKeep) : readPart(request, options);
}

Result<std::uint64_t> write(const LoadedTrace& loaded, const PackRequest& request,
                            const std::stop_token& stop, const PackOutput::Write& write) {
    PackOptions options;
    options.withArgs = request.withArgs;
    options.stop = stop;
    return writePack(*loaded.trace, loaded.details.of(SourceId()), options, write);
}

Result<std::uint64_t> writeStream(const LoadedTrace& loaded, const PackRequest& request,
                                  const std::stop_token& stop) {
    if (!request.resume) {
        return write(loaded, request, stop, writeStandardOutput);
    }
    ResumedStream rest(*request.resume, writeStandardOutput,
                       [] { std::fputs(remoteResumedLine().c_str(), stderr); });
    return write(loaded, request, stop, [&](std::string_view bytes) { return rest.take(bytes); });
}

// Why a pack should not have this name; empty: it may. A name without an ending says nothing.
std::string endingProblem(const std::string& path) {
    const std::filesystem::path name(path);
    return !name.has_extension() || name.extension() == ".gpk"
               ? std::string()
               : "--out " + path + ": a pack is no '" + name.extension().string() +
                     "' file; name it with .gpk";
}

Result<std::uint64_t> writeFile(const LoadedTrace& loaded, const PackRequest& request,
                                const std::stop_token& stop) {
    std::error_code ignored;
    if (std::filesystem::equivalent(request.tracePath, request.outPath, ignored)) {
        return fail(ErrorCode::BadArgument,
                    "--out " + request.outPath + " is the trace itself: expected another file");
    }
    const auto writer = TRY(OutputWriter::create(request.outPath, Deflation::None,
                                                 OutputWriter::WriteMode::AtomicReplace));
    const Result<std::uint64_t> written =
        write(loaded, request, stop, [&](std::string_view bytes) { return writer->write(bytes); });
    if (!written) {
        return written;
    }
    const Result<void> committed = writer->commit();
    return committed ? written : tl::unexpected(committed.error());
}

// For listRemoteFolder().
int listFolder(const std::string& folder) {
    std::fputs(remoteProgramLine({std::string(toolVersion()), kPackVersion}).c_str(), stderr);
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored)) {
        return failWith(kExitUnreadable, "'" + folder + "' is no folder");
    }
    const auto files = traceFilesIn(std::vector{folder});
    if (!files) {
        return failWith(exitCodeOf(files.error()), files.error().message);
    }
    std::string names;
    for (const std::string& file : *files) {
        names += std::filesystem::path(file).filename().string() + '\0';
    }
    const Result<void> written = writeStandardOutput(names);
    return written ? kExitFine : failWith(exitCodeOf(written.error()), written.error().message);
}

}  // namespace

int runPack(const PackRequest& request) {
    if (request.listsFolder) {
        return listFolder(request.tracePath);
    }
    if (request.toStandardOutput && ::isatty(STDOUT_FILENO) == 1) {
        return failWith(kExitUsage,
                        "standard output is a terminal, and a pack is no text: redirect it to a "
                        "file or a pipe");
    }
    if (const std::string problem = endingProblem(request.outPath); !problem.empty()) {
        return failWith(kExitUsage, problem);
    }
    const InterruptWatch interrupts;
    ProgressLine line;
    ProgressLines lines(interrupts.token());
    const OpenOptions options = openOptions(request, line, lines);
    bool isToKeep = false;
    const Result<LoadedTrace> loaded = read(request, options, isToKeep);
    if (!loaded) {
        return failWith(exitCodeOf(loaded.error()), loaded.error().message);
    }
    const Result<std::uint64_t> written = request.toStandardOutput
                                              ? writeStream(*loaded, request, lines.token())
                                              : writeFile(*loaded, request, lines.token());
    if (!written) {
        return failWith(exitCodeOf(written.error()), written.error().message);
    }
    if (isToKeep && request.toStandardOutput) {  // for the next time that it is fetched
        keepInBackground(std::span(&request.tracePath, 1));
    }
    if (!request.reading.quiet && !request.toStandardOutput) {
        const bool hasArgs =
            request.withArgs && loaded->trace->issues().count(IssueKind::ArgsLeftOut) == 0;
        printLine(request.outPath + ": " + bytesText(*written) + ", " +
                  countText(loaded->trace->slices().size(), "slice", "slices") +
                  (hasArgs ? ", with args" : ", without args"));
    }
    return kExitFine;
}

}  // namespace gaplight::ui
