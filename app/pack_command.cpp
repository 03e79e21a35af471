// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/pack_command.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include <unistd.h>

#include "app/exit_code.h"
#include "app/interrupt_watch.h"
#include "app/progress_line.h"
#include "app/trace_loading.h"
#include "core/base/byte_size.h"
#include "core/base/quantity_text.h"
#include "core/io/output_file.h"
#include "core/io/output_writer.h"
#include "core/io/replayed_source.h"
#include "core/io/spill_file.h"
#include "core/pack/write_pack.h"
#include "core/session/range_text.h"
#include "core/session/read_trace.h"
#include "core/session/trace_cut.h"

namespace gaplight::ui {
namespace {

OpenOptions openOptions(const PackRequest& request, ProgressLine& line, std::stop_token stop) {
    OpenOptions options;
    options.stop = std::move(stop);
    options.inflation = request.reading.inflation;
    if (!request.reading.quiet && ::isatty(STDERR_FILENO) == 1) {
        options.onProgress = [&line](const LoadProgress& progress) { line.show(progress); };
    }
    return options;
}

// A part of the trace, as if it had been recorded alone: cut to a temporary file and read again.
Result<LoadedTrace> readPart(const PackRequest& request, const OpenOptions& options) {
    const Result<TraceSettings> settings = settingsWith(request.tracePath, request.reading);
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    TraceReading reading = request.reading;
    reading.ignoresCache = true;  // a pack cannot be cut
    const auto session = loadTrace(request.tracePath, settings->settings, reading, options.stop);
    if (!session) {
        return tl::unexpected(session.error());
    }
    const Result<TimeRange> range =
        rangeFromText(request.range, *(*session)->trace, (*session)->analysis);
    if (!range) {
        return fail(ErrorCode::BadArgument, "--" + range.error().message);
    }
    const Result<std::shared_ptr<SpillFile>> part = SpillFile::create();
    if (!part) {
        return tl::unexpected(part.error());
    }
    const Result<CutTotals> cut =
        cutTrace(**session, {*range, false, options.stop}, [&](std::string_view bytes) {
            return (*part)->append({bytes.data(), bytes.size()});
        });
    if (!cut) {
        return tl::unexpected(cut.error());
    }
    const std::unique_ptr<ByteSource> source = replayedSource(*part);
    return readTrace(request.tracePath, *source, options);
}

Result<std::uint64_t> write(const LoadedTrace& loaded, const PackRequest& request,
                            const std::stop_token& stop, const PackOutput::Write& write) {
    PackOptions options;
    options.withArgs = request.withArgs;
    options.stop = stop;
    return writePack(*loaded.trace, loaded.details.of(SourceId()), options, write);
}

Result<std::uint64_t> writeFile(const LoadedTrace& loaded, const PackRequest& request,
                                const std::stop_token& stop) {
    std::error_code ignored;
    if (std::filesystem::equivalent(request.tracePath, request.outPath, ignored)) {
        return fail(ErrorCode::BadArgument,
                    "--out " + request.outPath + " is the trace itself: expected another file");
    }
    const auto writer = OutputWriter::create(request.outPath, Deflation::None,
                                             OutputWriter::WriteMode::AtomicReplace);
    if (!writer) {
        return tl::unexpected(writer.error());
    }
    const Result<std::uint64_t> written = write(
        loaded, request, stop, [&](std::string_view bytes) { return (*writer)->write(bytes); });
    if (!written) {
        return written;
    }
    const Result<void> committed = (*writer)->commit();
    return committed ? written : tl::unexpected(committed.error());
}

}  // namespace

int runPack(const PackRequest& request) {
    if (request.toStandardOutput && ::isatty(STDOUT_FILENO) == 1) {
        return failWith(kExitUsage,
                        "standard output is a terminal, and a pack is no text: redirect it to a "
                        "file or a pipe");
    }
    const InterruptWatch interrupts;
    ProgressLine line;
    const OpenOptions options = openOptions(request, line, interrupts.token());
    const Result<LoadedTrace> loaded =
        request.range.empty() ? readTrace(request.tracePath, options) : readPart(request, options);
    if (!loaded) {
        return failWith(exitCodeOf(loaded.error()), loaded.error().message);
    }
    const Result<std::uint64_t> written =
        request.toStandardOutput ? write(*loaded, request, interrupts.token(), writeStandardOutput)
                                 : writeFile(*loaded, request, interrupts.token());
    if (!written) {
        return failWith(exitCodeOf(written.error()), written.error().message);
    }
    if (!request.reading.quiet && !request.toStandardOutput) {
        printLine(request.outPath + ": " + bytesText(*written) + ", " +
                  countText(loaded->trace->slices().size(), "slice", "slices") +
                  (request.withArgs ? ", with args" : ", without args"));
    }
    return kExitFine;
}

}  // namespace gaplight::ui
