// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"

#include <utility>

#include <tbb/parallel_invoke.h>

#include "core/formats/read_trace.h"
#include "core/io/byte_source.h"
#include "core/session/free_memory.h"

namespace gaplight {
namespace {

Error cancelled(const std::string& path) {
    return Error{ErrorCode::Cancelled, path + ": loading was cancelled", std::nullopt};
}

// Passes on where loading is, with the reader's figures kept in the later stages.
class ProgressRelay {
public:
    explicit ProgressRelay(const OpenOptions& options) : m_options(options) {}

    void reading(const ReadProgress& progress) {
        m_last.bytesRead = progress.bytesRead;
        m_last.bytesTotal = progress.bytesTotal;
        m_last.events = progress.events;
        m_last.slices = progress.slices;
        report(LoadStage::Reading);
    }
    void report(LoadStage stage) {
        m_last.stage = stage;
        if (m_options.onProgress) {
            m_options.onProgress(m_last);
        }
    }

private:
    const OpenOptions& m_options;
    LoadProgress m_last;
};

void derive(Session& session, const OpenOptions& options) {
    tbb::parallel_invoke([&] { session.rows = RowIndex::build(*session.trace); },
                         [&] { session.flows = FlowIndex::build(*session.trace); },
                         [&] {
                             session.launches = LaunchIndex::build(*session.trace);
                             AnalysisOptions analysis;
                             analysis.stop = options.stop;
                             session.analysis = analyze(*session.trace, session.launches, analysis);
                         });
}

}  // namespace

Result<std::shared_ptr<const Session>> openSession(const std::string& path,
                                                   const OpenOptions& options) {
    Result<std::unique_ptr<ByteSource>> source = openByteSource(path);
    if (!source) {
        return tl::unexpected<Error>(std::move(source.error()));
    }
    return openSession(path, **source, options);
}

Result<std::shared_ptr<const Session>> openSession(const std::string& path, ByteSource& source,
                                                   const OpenOptions& options) {
    ProgressRelay progress(options);
    ReadOptions readOptions;
    readOptions.onProgress = [&](const ReadProgress& read) { progress.reading(read); };
    readOptions.stop = options.stop;
    readOptions.finishEarly = options.finishEarly;
    TraceBuilder builder;
    Result<ReadResult> read = readTrace(source, builder, readOptions);
    if (!read) {
        read.error().message = path + ": " + read.error().message;
        return tl::unexpected<Error>(std::move(read.error()));
    }
    if (read->finishedEarly) {
        ImportIssues stopped;
        stopped.record(IssueKind::StoppedEarly, read->facts.inflatedBytes, {});
        builder.addIssues(stopped);
    }
    auto session = std::make_shared<Session>();
    progress.report(LoadStage::Sorting);
    read->facts.path = path;
    session->trace = builder.finish(std::move(read->facts));
    session->source = source.randomAccess();
    if (options.stop.stop_requested()) {
        return tl::unexpected<Error>(cancelled(path));
    }
    progress.report(LoadStage::Analysing);
    derive(*session, options);
    if (options.stop.stop_requested()) {
        return tl::unexpected<Error>(cancelled(path));
    }
    returnFreeMemory();
    return session;
}

}  // namespace gaplight
