// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gaplight::bench {

// Time of a load on the wall and of all its threads together, in seconds.
struct LoadTime {
    double wall = 0;
    double processor = 0;
};

// What a pack of a trace costs and saves.
struct PackLoad {
    double bytes = 0;             // of the pack
    double bytesWithoutArgs = 0;  // of one without args
    LoadTime writing;             // with args, the trace being loaded
    LoadTime traceToTables;       // until there is a Trace
    LoadTime packToTables;
    LoadTime traceToDrawn;  // until the window has what it draws, before the analysis
    LoadTime packToDrawn;
    LoadTime traceToSession;  // with indexes, measures and findings
    LoadTime packToSession;
};

// Packs the trace beside itself and opens both, in turns and each in a process of its own; the best
// of `rounds`. Throws std::runtime_error where that fails.
[[nodiscard]] PackLoad measurePack(const std::string& trace, int rounds);

}  // namespace gaplight::bench
