// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "app/args/command_line.h"
#include "app/args/trace_reading.h"
#include "core/base/result.h"
#include "core/session/read_trace.h"
#include "core/session/session.h"

namespace gaplight::ui {

// The trace of --capture. Errors: as readTrace, beginning with the option.
[[nodiscard]] Result<LoadedTrace> readCapture(const std::string& path, const TraceReading& reading,
                                              const std::stop_token& stop);

// What --capture and --compile-log add to what a session knows of its kernels; what it knows where
// the request has neither. Errors: as readTrace, openCompileLog, withCapture and withCompileLog,
// beginning with the option.
[[nodiscard]] Result<std::shared_ptr<const Provenance>> loadProvenanceOf(
    const Session& session, const ReportRequest& request, const std::stop_token& stop);

}  // namespace gaplight::ui
