// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdio>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/bench/isolated_run.h"

namespace gaplight::bench {

inline constexpr int kRounds = 3;

// The quickest of some rounds; a machine is never quicker than the work.
struct Best {
    double seconds = std::numeric_limits<double>::max();
    void take(double round) { seconds = std::min(seconds, round); }
};

inline void say(const std::string& what) {
    std::fprintf(stderr, "%s\n", what.c_str());
}

inline double isolatedSeconds(const std::string& what, const std::function<double()>& work) {
    const auto figures = isolatedRun(what, [&] { return std::vector<double>{work()}; });
    if (!figures) {
        throw std::runtime_error(figures.error().message);
    }
    return figures->front();
}

}  // namespace gaplight::bench
