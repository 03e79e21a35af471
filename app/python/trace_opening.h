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
    std::vector<std::string> settings;          // RULE.KEY=VALUE
    std::string range;                          // as in rangeFromText; empty: all of the trace
    bool usesSettingsFiles = true;              // the user's, and the one beside the trace
    bool usesCache = true;                      // opens a pack that was kept of the trace
    std::vector<std::string> ruleFolders = {};  // of rules of one's own
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

// The ranks of a run, and what 'gaplight analyze --format json' prints of them.
struct OpenedRanks {
    std::vector<OpenedTrace> ranks;  // by rank
    std::vector<int> numbers;
    std::string json;
};
// Of files, and of folders with them; `request` has what holds for each. Errors: as openTraceFor.
[[nodiscard]] Result<OpenedRanks> openRanksFor(const std::vector<std::string>& paths,
                                               const OpenRequest& request, std::stop_token stop);

}  // namespace gaplight::python
