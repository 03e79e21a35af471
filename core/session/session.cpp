// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"

#include <array>
#include <exception>
#include <memory>
#include <utility>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "core/base/parallel.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/detectors/engine/rules.h"
#include "core/formats/merged_ranks.h"
#include "core/io/byte_source.h"
#include "core/io/config_directory.h"
#include "core/session/own_findings.h"
#include "core/session/provenance_of.h"
#include "core/session/report_export.h"

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

Duration gapThreshold(const Settings& settings) {
    const Detector& rule = gpuIdleRule();
    return RuleSettings(settings, rule.id, rule.thresholds).time("min_gap");
}

void measure(Session& session, const AssessOptions& options) {
    AnalysisOptions analysis;
    analysis.gapThreshold = gapThreshold(options.settings);
    analysis.range = options.range;
    analysis.stop = options.stop;
    session.settings = options.settings;
    session.analysis = analyze(*session.trace, session.indexes->launches, analysis);
}

bool launchesWithHip(const Trace& trace) {
    for (std::size_t at = 0; at < trace.strings().size(); ++at) {
        const std::string_view name = trace.text(StringId(at));
        if (name.starts_with("hip") && apiCallOf(name) == ApiCall::Launch) {
            return true;
        }
    }
    return false;
}

// Rules name calls of CUDA; those of HIP differ in this prefix. It has no such variable.
void nameCallsOfHip(std::string& text) {
    constexpr std::string_view kCuda = "cuda";
    constexpr std::string_view kLoading = "`CUDA_MODULE_LOADING`, ";
    if (const std::size_t at = text.find(kLoading); at != std::string::npos) {
        text.erase(at, kLoading.size());
    }
    for (std::size_t at = text.find(kCuda); at != std::string::npos;
         at = text.find(kCuda, at + 1)) {
        const std::size_t next = at + kCuda.size();
        if (next < text.size() && text[next] >= 'A' && text[next] <= 'Z') {
            text.replace(at, kCuda.size(), "hip");
        }
    }
}

void runRules(Session& session, const AssessOptions& options) {
    if (!options.stop.stop_requested()) {
        const Provenance* known = session.provenance.get();
        DetectOptions detecting{options.settings,
                                options.stop,
                                known == nullptr ? nullptr : known->compileLog.get(),
                                {}};
        if (options.settings.ownRules() != nullptr) {
            detecting.findOwn = [&](const DetectorInput& input) {
                return findByOwnRules(session, input, options.stop);
            };
        }
        session.findings = detect(*session.trace, session.indexes->launches, session.analysis,
                                  argLookup(session.details), detecting);
        if (launchesWithHip(*session.trace)) {
            for (Finding& finding : session.findings.findings) {
                for (std::string* text : {&finding.title, &finding.why, &finding.fix}) {
                    nameCallsOfHip(*text);
                }
            }
        }
    }
}

// Runs all at once. An exception would cancel the parallel loops inside the others, which would go
// on with what these had not filled in: it is thrown once all are done.
template <class First, class Second, class Third>
void runTogether(const First& first, const Second& second, const Third& third) {
    std::array<std::exception_ptr, 3> failures;
    const auto keepFailure = [](const auto& run, std::exception_ptr& failure) {
        return [&run, &failure] {
            try {
                run();
            } catch (...) {
                failure = std::current_exception();
            }
        };
    };
    parallelInvoke(keepFailure(first, failures[0]), keepFailure(second, failures[1]),
                   keepFailure(third, failures[2]));
    for (const std::exception_ptr& failure : failures) {
        if (failure) {
            std::rethrow_exception(failure);
        }
    }
}

// The memory of a session is returned when the last that shows it is done with it.
std::shared_ptr<Session> newSession() {
    return std::shared_ptr<Session>(new Session, [](const Session* done) {
        delete done;
        returnFreeMemory();
    });
}

// The session as far as it can be drawn: rows of annotations, too, so that no track moves once
// it is analyzed.
std::shared_ptr<const Session> withoutAnalysis(const Session& session, const Settings& settings) {
    const std::shared_ptr<Session> drawn = newSession();
    drawn->trace = session.trace;
    drawn->details = session.details;
    drawn->indexes = session.indexes;
    drawn->isAnalyzed = false;
    drawn->settings = settings;
    drawn->analysis.range = session.trace->range();
    parallelInvoke([&] { drawn->analysis.names = NameClasses::build(*session.trace); },
                   [&] { drawn->analysis.annotationSlices = annotationSlices(*session.trace); });
    return drawn;
}

// Rows and arrows are only for the eye: unless the trace is to be drawn first, they are built
// beside the analysis.
void derive(Session& session, const OpenOptions& options) {
    const Trace& trace = *session.trace;
    auto indexes = std::make_shared<TraceIndexes>();
    session.indexes = indexes;
    const auto buildRows = [&] { indexes->rows = RowIndex::build(trace); };
    const auto buildFlows = [&] { indexes->flows = FlowIndex::build(trace); };
    const auto buildLaunches = [&] { indexes->launches = LaunchIndex::build(trace); };
    const auto assessAll = [&] {
        session.provenance = provenanceWithin(session);
        const AssessOptions assessed{options.settings, std::nullopt, options.stop, nullptr};
        measure(session, assessed);
        if (options.runsRules) {
            runRules(session, assessed);
        }
    };
    if (options.onReadable && trace.slices().size() >= options.minSlicesReadable) {
        runTogether(buildRows, buildFlows, buildLaunches);
        if (!options.stop.stop_requested()) {
            options.onReadable(withoutAnalysis(session, options.settings));
            assessAll();
        }
        return;
    }
    // Queries read rows and arrows too.
    if (options.runsRules && options.settings.ownRules() != nullptr) {
        runTogether(buildRows, buildFlows, buildLaunches);
        assessAll();
        return;
    }
    runTogether(buildRows, buildFlows, [&] {
        buildLaunches();
        assessAll();
    });
}

// Where a trace comes from. `file`: of the file that `bytes` reads; empty where there is none.
struct TraceSource {
    const std::string& path;
    std::string file;
    ByteSource& bytes;
    std::string rank = {};  // of a merged trace; empty: all
};

Result<LoadedTrace> read(const TraceSource& source, const OpenOptions& options,
                         ProgressRelay& progress) {
    const std::string& path = source.path;
    ReadOptions readOptions;
    readOptions.onProgress = [&](const ReadProgress& read) { progress.reading(read); };
    readOptions.stop = options.stop;
    readOptions.finishEarly = options.finishEarly;
    TraceBuilder builder;
    Result<OpenedTrace> opened =
        source.rank.empty()
            ? openTrace(source.file, source.bytes, builder, readOptions, options.formats)
            : openMergedRank(source.rank, source.bytes, builder, readOptions);
    if (!opened) {
        opened.error().message = path + ": " + opened.error().message;
        return tl::unexpected<Error>(std::move(opened.error()));
    }
    ReadResult& read = opened->result;
    ImportIssues issues;
    if (read.finishedEarly) {
        issues.record(IssueKind::StoppedEarly, read.facts.inflatedBytes, {});
    }
    if (source.bytes.isChanged()) {
        issues.record(IssueKind::SourceChanged, 0, {});
    }
    builder.addIssues(issues);
    progress.report(LoadStage::Sorting);
    read.facts.path = path;
    LoadedTrace loaded;
    loaded.trace = builder.finish(std::move(read.facts));
    // One file, one object for its events, whichever of its sources they belong to.
    loaded.details = TraceDetails(
        loaded.trace, std::vector(loaded.trace->sources().size(), std::move(opened->details)));
    if (options.stop.stop_requested()) {
        return tl::unexpected<Error>(cancelled(path));
    }
    return loaded;
}

// The file to read: what a report of Nsight Systems is exported to, else the file itself.
Result<ReportExports::Exported> databaseOf(const std::string& path, const OpenOptions& options,
                                           ProgressRelay& progress) {
    if (!isNsightReport(path)) {
        return ReportExports::Exported{path};
    }
    ReportExports::Options exportOptions;
    exportOptions.stop = options.stop;
    exportOptions.onProgress = [&](std::uint64_t done, std::uint64_t all) {
        ReadProgress read;
        read.bytesRead = done;
        read.bytesTotal = all;
        progress.reading(read);
    };
    return ReportExports(exportDirectory()).open(path, exportOptions);
}

Result<LoadedTrace> readFile(const std::string& path, const OpenOptions& options,
                             ProgressRelay& progress) {
    if (const std::optional<MergedRank> merged = mergedRankOf(path)) {
        const std::unique_ptr<ByteSource> source =
            TRY(openByteSource(merged->file, options.inflation));
        return read({path, merged->file, *source, merged->bracket}, options, progress);
    }
    const ReportExports::Exported database = TRY(databaseOf(path, options, progress));
    const std::string& file = database.database;
    std::unique_ptr<ByteSource> source = TRY(openByteSource(file, options.inflation));
    Result<LoadedTrace> loaded =
        read({path, file == "-" ? std::string() : file, *source}, options, progress);
    if (loaded && database.folder != nullptr) {
        // A cut checks that the file is still there: the folder stays as long as its details.
        const auto both =
            std::make_shared<std::pair<std::shared_ptr<const TemporaryFolder>, TraceDetails>>(
                database.folder, loaded->details);
        loaded->details = TraceDetails(
            loaded->trace, {std::shared_ptr<const EventDetails>(both, &both->second.of({}))});
    }
    return loaded;
}

Result<std::shared_ptr<const Session>> sessionOf(Result<LoadedTrace> loaded,
                                                 const OpenOptions& options,
                                                 ProgressRelay& progress) {
    if (!loaded) {
        return tl::unexpected<Error>(std::move(loaded.error()));
    }
    const std::shared_ptr<Session> session = newSession();
    session->trace = std::move(loaded->trace);
    session->details = std::move(loaded->details);
    progress.report(LoadStage::Analyzing);
    derive(*session, options);
    if (options.stop.stop_requested()) {
        return tl::unexpected<Error>(cancelled(session->trace->facts().path));
    }
    returnFreeMemory();
    return session;
}

}  // namespace

ArgLookup argLookup(const TraceDetails& details) {
    return [&details](SliceId slice, DetailField field) {
        return details.field(slice, field).value_or(std::string());
    };
}

Result<LoadedTrace> readTrace(const std::string& path, const OpenOptions& options) {
    ProgressRelay progress(options);
    return readFile(path, options, progress);
}

Result<LoadedTrace> readTrace(const std::string& path, ByteSource& source,
                              const OpenOptions& options) {
    ProgressRelay progress(options);
    return read({path, {}, source}, options, progress);
}

Result<std::shared_ptr<const Session>> openSession(const std::string& path,
                                                   const OpenOptions& options) {
    ProgressRelay progress(options);
    return sessionOf(readFile(path, options, progress), options, progress);
}

Result<std::shared_ptr<const Session>> openSession(const std::string& path, ByteSource& source,
                                                   const OpenOptions& options) {
    ProgressRelay progress(options);
    return sessionOf(read({path, {}, source}, options, progress), options, progress);
}

Result<std::shared_ptr<const Session>> reassess(const Session& session,
                                                const AssessOptions& options) {
    const TimeRange whole = session.trace->range();
    if (options.range &&
        (options.range->length() <= Duration::zero() || !options.range->overlaps(whole))) {
        return fail(ErrorCode::BadArgument, session.trace->facts().path +
                                                ": the range lies outside the trace, which is " +
                                                durationText(whole.length()) + " long");
    }
    auto assessed = std::make_shared<Session>();
    assessed->trace = session.trace;
    assessed->details = session.details;
    assessed->indexes = session.indexes;
    assessed->provenance = options.provenance ? options.provenance : session.provenance;
    if (!session.isAnalyzed && assessed->provenance == nullptr) {
        assessed->provenance = provenanceWithin(session);
    }
    measure(*assessed, options);
    runRules(*assessed, options);
    if (options.stop.stop_requested()) {
        return tl::unexpected<Error>(cancelled(session.trace->facts().path));
    }
    return assessed;
}

void returnFreeMemory() {
// The address sanitizer has a heap of its own; glibc's is then not set up.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
    malloc_trim(0);
#endif
}

}  // namespace gaplight
