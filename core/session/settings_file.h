// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/detectors/engine/settings.h"

namespace gaplight {

inline constexpr const char* kSettingsFileName = "gaplight.toml";

// Thresholds as a TOML file has them, a table per rule:
//   [gpu-idle]
//   min_gap = "50us"
//   [annotation-share]
//   "limit.vae_decode" = "10%"
// Values are text as on the command line, or plain numbers where no unit is needed.
// Errors: NotFound, NotReadable, BadArgument (the message names file, line, and what is expected).
[[nodiscard]] Result<Settings> readSettingsFile(const std::string& path);

// Writes them in that form to a temporary file, which is renamed. Errors: WriteFailed.
[[nodiscard]] Result<void> writeSettingsFile(const std::string& path, const Settings& settings);

// The settings that hold for a trace: those of gaplight.toml in the configuration directory, and
// over them those of gaplight.toml beside the trace ("-": none). Either file may be absent, and
// the directory empty. Errors: as readSettingsFile, but for NotFound.
[[nodiscard]] Result<Settings> settingsFor(const std::string& tracePath,
                                           const std::string& configDirectory);

}  // namespace gaplight
