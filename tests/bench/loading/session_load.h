// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gaplight::bench {

// One load of a trace to a ready Session. All figures are doubles, so that they can be handed from
// one process to another.
struct SessionLoad {
    double seconds = 0;
    double readingSeconds = 0;    // until the last window was read and parsed
    double sortingSeconds = 0;    // merging, sorting, nesting
    double analyzingSeconds = 0;  // indexing, measures
    double cpuSeconds = 0;        // of all threads, user and system
    double events = 0;
    double slices = 0;
    double activities = 0;
    double launchedActivities = 0;
    double anonymousBytes = 0;  // held after the load, beyond what was held before it
    double peakBytes = 0;       // the most held during it
    double stringBytes = 0;     // of these, the string pool
    double tableBytes = 0;      // what the trace's tables say they hold
};

// Loads in a process of its own. Throws std::runtime_error where that fails.
[[nodiscard]] SessionLoad loadSession(const std::string& path);

}  // namespace gaplight::bench
