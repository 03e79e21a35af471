// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/detectors/engine/settings.h"
#include "core/session/session.h"

namespace gaplight::ui {

// Steps shared by the commands that read a trace.

// The user's thresholds beside the trace and in the config directory, with those of the command
// line (RULE.KEY=VALUE) over them. Errors: as settingsFor; BadArgument.
[[nodiscard]] Result<Settings> settingsWith(const std::string& tracePath,
                                            const std::vector<std::string>& assignments);

// Opens a session, with progress on standard error where that is a terminal and not `quiet`.
// Errors: as openSession.
[[nodiscard]] Result<std::shared_ptr<const Session>> loadTrace(const std::string& path,
                                                               const Settings& settings, bool quiet,
                                                               std::stop_token stop);

// Prints the message as one line on standard error; returns `exitCode`.
int failWith(int exitCode, const std::string& message);

// The exit code for an error.
[[nodiscard]] int exitCodeOf(const Error& error);

}  // namespace gaplight::ui
