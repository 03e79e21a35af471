// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gaplight::bench {

// How long the display list of all ranks of a run takes.
struct RankLanesBuild {
    std::string view;         // "whole run", "1/64 of it", ...
    double milliseconds = 0;  // best of several
    std::size_t items = 0;
};

// Builds the lanes of a made run in which every rank waits in every collective, 1600 x 576 pixels.
[[nodiscard]] std::vector<RankLanesBuild> rankLanesBuilds(std::size_t ranks,
                                                          std::size_t collectives);

}  // namespace gaplight::bench
