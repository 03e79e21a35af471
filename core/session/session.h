// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "core/analysis/analysis.h"
#include "core/base/result.h"
#include "core/detectors/engine/detector.h"
#include "core/detectors/engine/finding_set.h"
#include "core/detectors/engine/settings.h"
#include "core/formats/open_trace.h"
#include "core/index/flow_index.h"
#include "core/index/launch_index.h"
#include "core/index/row_index.h"
#include "core/io/byte_source.h"
#include "core/provenance/provenance.h"
#include "core/trace/trace.h"

namespace gaplight {

// In this order. The first three are of a trace on another machine: it is read there, its pack is
// received, and where the connection broke it is made again.
enum class LoadStage : std::uint8_t {
    ReadingRemote,
    Reconnecting,
    Receiving,
    Reading,
    Sorting,
    Analyzing,
};

struct LoadProgress {
    LoadStage stage = LoadStage::Reading;
    std::uint64_t bytesRead = 0;   // of the file on disk; of the pack while it is received
    std::uint64_t bytesTotal = 0;  // 0: not known (standard input)
    std::uint64_t events = 0;
    std::uint64_t slices = 0;
};

// Options of reassess().
struct AssessOptions {
    Settings settings;               // thresholds that differ from their presets
    std::optional<TimeRange> range;  // this part of the trace only; empty: all of it
    std::stop_token stop;
    std::shared_ptr<const Provenance> provenance = nullptr;  // null: as before
};

struct Session;

struct OpenOptions {
    // Called from loading threads, one call at a time, at most some 30 times a second.
    std::function<void(const LoadProgress&)> onProgress;
    // Called by the loading thread as soon as a large trace can be drawn, with a session whose
    // `isAnalyzed` is false. The analysis begins after it has returned.
    std::function<void(const std::shared_ptr<const Session>&)> onReadable;
    // Of traces with fewer slices it is not called: their analysis takes no longer than a few
    // frames.
    std::size_t minSlicesReadable = 300'000;
    // Stops within 100 ms and yields ErrorCode::Cancelled.
    std::stop_token stop;
    // Set it to stop reading but keep what has been read.
    const std::atomic<bool>* finishEarly = nullptr;
    Settings settings;      // thresholds that differ from their presets
    bool runsRules = true;  // false: `findings` stay empty, which saves time
    InflationLimit inflation;
    // Accepted formats, in the order in which they are tried.
    std::span<const Format> formats = builtInFormats();
};

struct TraceIndexes {
    RowIndex rows;
    LaunchIndex launches;
    FlowIndex flows;
};

// A loaded trace with everything derived from it; immutable and safe to share among threads.
struct Session {
    std::shared_ptr<const Trace> trace;
    TraceDetails details;  // args on demand
    std::shared_ptr<const TraceIndexes> indexes;
    std::shared_ptr<const Provenance> provenance;  // null: nothing beyond the trace
    // False: not measured yet. `findings` are empty, and `analysis` has only `range`, `names` and
    // `annotationSlices`.
    bool isAnalyzed = true;
    Settings settings;  // that `findings` were made with
    Analysis analysis;
    FindingSet findings;
};

// Loads, indexes, analyzes and runs the rules. `path` "-" is standard input. Errors: NotFound,
// NotReadable, NotATrace, Corrupt, TooLarge, Cancelled; smaller problems are import issues of the
// trace.
[[nodiscard]] Result<std::shared_ptr<const Session>> openSession(const std::string& path,
                                                                 const OpenOptions& options = {});
// The same from bytes that are already a source; `path` is only the trace's name.
[[nodiscard]] Result<std::shared_ptr<const Session>> openSession(const std::string& path,
                                                                 ByteSource& source,
                                                                 const OpenOptions& options = {});

// A function that reads one field of a slice's event for the rules; its result is empty if the
// event has no such field or the file cannot be read. `details` must outlive it.
[[nodiscard]] ArgLookup argLookup(const TraceDetails& details);

// Measures the trace and runs the rules again with other options; shares the trace and its indexes
// with `session`. O(a tenth of the load). Errors: Cancelled, BadArgument (the range is outside
// the trace).
[[nodiscard]] Result<std::shared_ptr<const Session>> reassess(const Session& session,
                                                              const AssessOptions& options);

// A trace that is read, with nothing derived from it.
struct LoadedTrace {
    std::shared_ptr<const Trace> trace;
    TraceDetails details;  // args on demand
};

// Reads a trace without analyzing it. `path` "-" is standard input. Errors: as openSession.
[[nodiscard]] Result<LoadedTrace> readTrace(const std::string& path,
                                            const OpenOptions& options = {});
// The same from bytes that are already a source; `path` is only the trace's name.
[[nodiscard]] Result<LoadedTrace> readTrace(const std::string& path, ByteSource& source,
                                            const OpenOptions& options = {});

// Returns freed heap pages to the system. Loading frees many windows' worth of columns from several
// threads; glibc keeps those pages otherwise, and they count as this process's memory. Takes
// milliseconds for each GB of heap.
void returnFreeMemory();

}  // namespace gaplight
