// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/record/recorder_settings.h"

namespace gaplight::ui {

// `gaplight record`.
struct RecordRequest {
    // "HOST:" or "HOST:FOLDER" of another machine, where it runs; empty: here.
    std::string remoteFolder;
    std::vector<std::string> program;  // and its arguments
    std::string outPath;               // empty: named after the program
    record::RecorderSettings settings;
    std::string range;
    std::uint64_t maxBytes = 0;  // 0: any
    bool hasChildren = false;
    bool opensWindow = true;
    bool quiet = false;
    // Lines for a program on another machine (progress_lines.h), which sends signals on standard
    // input.
    bool progressLines = false;
};

}  // namespace gaplight::ui
