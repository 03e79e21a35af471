// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/args/command_line.h"
#include "app/args/trace_reading_args.h"
#include "core/base/result.h"
#include "core/detectors/engine/settings.h"
#include "core/ranks/rank_set.h"
#include "core/session/document.h"
#include "core/session/memory_data.h"
#include "core/session/pack_cache.h"
#include "core/session/session.h"
#include "core/session/settings_file.h"

namespace gaplight::ui {

// Opens several traces, from the packs that are kept where there are some. Safe from any thread.
class CachedOpening {
public:
    explicit CachedOpening(const TraceReading& reading);

    // As openSession(), also of a trace on another machine. Without progress of its own.
    [[nodiscard]] Result<std::shared_ptr<const Session>> open(const std::string& path,
                                                              const OpenOptions& options);
    // keepInBackground() of the traces that were opened and are worth it.
    void keepOthers();

private:
    const TraceReading& m_reading;
    PackCache m_cache;
    std::mutex m_mutex;
    std::vector<std::string> m_toKeep;
};

// Reads a source to its end, and gives all of its bytes from the start. Errors: as readNext().
[[nodiscard]] Result<std::unique_ptr<ByteSource>> readAgain(ByteSource& source);

// With what a command opens a file that is no trace, on `trace` (null: alone).
[[nodiscard]] DocumentContext contextOf(const TraceReading& reading, std::stop_token stop,
                                        const Session* trace = nullptr);

// What was opened because an option named it: its errors begin with the option.
template <class Opened>
[[nodiscard]] Result<Opened> namedBy(const char* option, Result<Opened> opened) {
    if (!opened) {
        opened.error().message = std::string(option) + " " + opened.error().message;
    }
    return opened;
}

// The snapshot that a command line names, alone, with the thresholds of the settings files.
// `range`: as DocumentContext::range. `source`: as loadTrace. Errors: as MemoryData::open; those of
// the settings are BadArgument.
[[nodiscard]] Result<std::shared_ptr<const MemoryData>> loadSnapshot(const std::string& path,
                                                                     const TraceReading& reading,
                                                                     const std::string& range = {},
                                                                     ByteSource* source = nullptr);

// What --capture and --compile-log add to what a session knows of its kernels; what it knows where
// the request has neither. Errors: as openCapture and openLogOf, beginning with the option.
[[nodiscard]] Result<std::shared_ptr<const Provenance>> loadProvenanceOf(
    const Session& session, const ReportRequest& request, const std::stop_token& stop);

struct LoadedRanks {
    std::shared_ptr<const RankSet> set;
    Settings settings;  // of the first file
};

// Opens the ranks that a command line names by `opening`, with progress on standard error where
// that is a terminal and not `quiet`. Names on standard error the ranks that were left out. Errors:
// those of tracesNamed, settingsWith and openRankSet.
[[nodiscard]] Result<LoadedRanks> loadRanks(std::span<const std::string> paths,
                                            const TraceReading& reading, CachedOpening& opening);

// Steps shared by the commands that read a trace.

// The user's thresholds beside the trace and in the config directory, with those of the command
// line (RULE.KEY=VALUE) over them. Names on standard error the file beside the trace, if there is
// one, also where it is not applied. Errors: BadArgument.
[[nodiscard]] Result<TraceSettings> settingsWith(const std::string& tracePath,
                                                 const TraceReading& reading);

struct NamedTrace {
    std::shared_ptr<const Session> session;
    TraceSettings settings;
    bool isToKeep = false;  // a pack of it is worth keeping and is not kept yet
};

// Opens the trace that a command line names for a use, with its settings and with progress on
// standard error where that is a terminal and not `quiet`; of a pack that was kept, if there is
// one. A file that was written to meanwhile is named on standard error. `source`: what to read
// instead of the file, for standard input that may be something else; null: none.
// Errors: as documentFor, settingsWith and openSession.
[[nodiscard]] Result<NamedTrace> loadTrace(DocumentUse use, const std::string& path,
                                           const TraceReading& reading, std::stop_token stop,
                                           ByteSource* source = nullptr);

// Starts a process that keeps packs of the traces for the next time ('gaplight cache keep') and
// outlives this one: reading all args takes longer than a report. What fails is not reported:
// nothing is lost. Does nothing without traces.
void keepInBackground(std::span<const std::string> paths);

}  // namespace gaplight::ui
