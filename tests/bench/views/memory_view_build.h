// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gaplight::bench {

// How long the display list of a memory snapshot takes.
struct MemoryViewBuild {
    std::string view;         // "by age, 1/30 of the bytes", ...
    double milliseconds = 0;  // processor time, best of several
    std::size_t items = 0;
};

// Builds the view of a made history of `allocations` allocations, 1600 x 900 pixels, whole and
// zoomed in both directions.
[[nodiscard]] std::vector<MemoryViewBuild> memoryViewBuilds(std::size_t allocations);

}  // namespace gaplight::bench
