// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace gaplight::bench {

// Large traces of several ranks, loaded as one set, against the load of one of them.
struct RankSetLoad {
    double fileBytes = 0;       // of all traces
    double oneSeconds = 0;      // load of the first trace to a session
    double oneProcessor = 0;    // the same in processor time of all threads
    double setSeconds = 0;      // load of all traces, and their joint analysis
    double setProcessor = 0;    // the same in processor time
    double slices = 0;          // of all traces
    double anonymousBytes = 0;  // held after the load
    double peakBytes = 0;       // the most held during it
    double stringBytes = 0;     // of the string pools
    double collectives = 0;     // matched on all ranks
};

// Makes `count` traces of at least `bytes` each in `folder` of the recorded ranks of one run in
// `recorded`, repeated, loads them, each measure in a process of its own, and removes them. Throws
// std::runtime_error where that fails.
[[nodiscard]] RankSetLoad measureRankSet(const std::string& recorded, const std::string& folder,
                                         std::size_t count, std::uint64_t bytes);

}  // namespace gaplight::bench
