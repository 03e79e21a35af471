// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/args/trace_reading.h"

namespace gaplight::ui {

enum class ThemeChoice : std::uint8_t { Dark, Light };

struct WindowSize {
    int width = 1600;  // logical pixels
    int height = 900;
};

// Window options of the command line. Empty: the user's settings decide.
struct WindowOptions {
    std::string tracePath;    // empty: the start page; "-": standard input
    bool startPage = false;   // show the start page even if the settings reopen the last trace
    std::string comparePath;  // of a second trace beside the first; empty: none
    // Files and folders of the ranks of a run, in place of tracePath; empty: none.
    std::vector<std::string> rankPaths;
    std::string memoryPath;      // memory snapshot of the trace's run; empty: none
    std::string kernelsPath;     // report about the trace's kernels; empty: none
    std::string capturePath;     // trace of the capture of its graphs; empty: none
    std::string compileLogPath;  // log of torch.compile of its run; empty: none
    std::string screenshotPath;  // not empty: save the first complete image there and exit
    std::optional<WindowSize> size;
    std::optional<ThemeChoice> theme;
    TraceReading reading;  // of every trace that the window opens; its thresholds are not used
    std::string range;     // as rangeFromText() reads it: a step's needs the trace; empty: all
};

}  // namespace gaplight::ui
