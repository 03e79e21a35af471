// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "tests/bench/timing/isolated_run.h"
#include "tests/bench/timing/value_or_throw.h"

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
    return valueOrThrow(isolatedRun(what, [&] { return std::vector<double>{work()}; })).front();
}

}  // namespace gaplight::bench
