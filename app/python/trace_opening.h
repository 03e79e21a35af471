// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/session/session.h"
#include "core/session/settings_file.h"

namespace gaplight::python {

struct OpenRequest {
    std::string path;
    std::vector<std::string> settings;  // RULE.KEY=VALUE
    std::string range;                  // as in rangeFromText; empty: all of the trace
    bool usesSettingsFiles = true;      // the user's, and the one beside the trace
    bool usesCache = true;              // opens a pack that was kept of the trace
};

// A trace, and the settings files that its findings depend on.
struct OpenedTrace {
    std::shared_ptr<const Session> session;
    std::vector<SettingsFile> settingsFiles;
};

// Opens a trace as 'gaplight analyze' does. Blocks; may run on any thread. Errors: those of
// openSession and settingsFor; BadArgument (a setting, the range); TooLarge (more slices than an
// int32 numbers).
[[nodiscard]] Result<OpenedTrace> openTraceFor(const OpenRequest& request, std::stop_token stop);

// What 'gaplight analyze --format json' prints. Reads the source.
[[nodiscard]] std::string analysisJsonOf(const OpenedTrace& opened);
// What 'gaplight info --format json' prints.
[[nodiscard]] std::string infoJsonOf(const OpenedTrace& opened);

}  // namespace gaplight::python
