// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gaplight::bench {

// How long the display list of one view takes.
struct TimelineBuild {
    std::string view;         // "whole trace", "1/64 of it", ...
    double milliseconds = 0;  // best of several: what the work costs, not what else went on
    std::size_t items = 0;
};

// Builds the display list of a made trace of about `slices` slices in 200 rows (50 threads, four
// deep): all of it, and zoomed in further and further, 1600 pixels wide. With `allRows` tall enough
// for all 200; else 900 pixels, where some 46 of them fit.
[[nodiscard]] std::vector<TimelineBuild> timelineBuilds(std::size_t slices, bool allRows);

}  // namespace gaplight::bench
