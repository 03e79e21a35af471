// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace gaplight {

struct ExportRun {
    int exitCode = 0;      // 128 + the signal's number where one ended it; 127: not started
    std::string lastLine;  // the last line of its output that is not empty, as plain text
    bool wasStopped = false;
};

// Runs a program (its path, then its arguments; no shell) in a process group of its own, without
// input, and reads what it prints: `onPercent` gets each "73 %" or "73%" in it, 0 to 100, and the
// last one again 10 times a second. A stop request sends the group SIGTERM and after 100 ms
// SIGKILL. Processes of the group that outlive the program are killed too.
[[nodiscard]] ExportRun runExport(const std::vector<std::string>& command,
                                  const std::stop_token& stop,
                                  const std::function<void(int percent)>& onPercent);

}  // namespace gaplight
