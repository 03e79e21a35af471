// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "app/args/trace_reading.h"
#include "core/detectors/engine/settings.h"
#include "core/session/session.h"
#include "core/session/settings_file.h"

namespace gaplight::ui {

// Steps shared by the commands that read a trace.

// The user's thresholds beside the trace and in the config directory, with those of the command
// line (RULE.KEY=VALUE) over them. Names on standard error the file beside the trace, if there is
// one, also where it is not applied. Errors: as settingsFor; BadArgument.
[[nodiscard]] Result<TraceSettings> settingsWith(const std::string& tracePath,
                                                 const TraceReading& reading);

// Opens a session, with progress on standard error where that is a terminal and not `quiet`; of a
// pack that was kept, if there is one. A file that was written to meanwhile is named on standard
// error. `source`: what to read instead of the file, for standard input that may be something else;
// null: none. `isToKeep`, if not null: whether a pack of it is worth keeping and is not kept yet.
// Errors: as openSession.
[[nodiscard]] Result<std::shared_ptr<const Session>> loadTrace(
    const std::string& path, const Settings& settings, const TraceReading& reading,
    std::stop_token stop, ByteSource* source = nullptr, bool* isToKeep = nullptr);

// Starts a process that keeps packs of the traces for the next time ('gaplight cache keep') and
// outlives this one: reading all args takes longer than a report. What fails is not reported:
// nothing is lost. Does nothing without traces.
void keepInBackground(std::span<const std::string> paths);

}  // namespace gaplight::ui
