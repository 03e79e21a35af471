// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gaplight::bench {

// One load of a memory snapshot to its model, and frames of the whole and of a thousandth of it.
struct SnapshotLoad {
    double seconds = 0;  // processor time of its one thread, as all of these times
    double events = 0;
    double allocations = 0;
    double peakBytes = 0;          // most anonymous memory held during the load
    double assessSeconds = 0;      // measures and rules
    double indexSeconds = 0;       // of the view
    double wholeMilliseconds = 0;  // a frame of 1600 x 900, best of several
    double zoomedMilliseconds = 0;
};

// Loads in a process of its own. Throws std::runtime_error where that fails.
[[nodiscard]] SnapshotLoad loadSnapshotFile(const std::string& path);

}  // namespace gaplight::bench
