// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/io/byte_source.h"

namespace gaplight::ui {

// How a command reads its traces.
struct TraceReading {
    std::vector<std::string> settings;  // RULE.KEY=VALUE
    bool ignoresSettingsFiles = false;  // no gaplight.toml at all
    InflationLimit inflation;
    bool ignoresCache = false;      // neither opens packs that are kept nor keeps one
    bool quiet = false;             // no progress
    bool runsRules = true;          // false: without findings
    bool installsOnRemote = false;  // of another machine: copies gaplight there where it is missing
};

}  // namespace gaplight::ui
