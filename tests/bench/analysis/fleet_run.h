// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace gaplight::bench {

// Summaries of many ranks, combined.
struct FleetRun {
    double files = 0;
    double bytes = 0;      // of all summaries
    double seconds = 0;    // from the folder to the measures and the report
    double peakBytes = 0;  // anonymous memory, at most
    double planted = 0;    // ranks that are late
    double found = 0;      // of these, named late
    double invented = 0;   // others that are named late
};

// Writes `count` summaries made of one of the recorded trace `recorded`, some of ranks that are
// late, to `folder`, combines them in a process of its own, and removes them. Throws
// std::runtime_error where that fails.
[[nodiscard]] FleetRun measureFleetRun(const std::string& recorded, const std::string& folder,
                                       std::size_t count);

}  // namespace gaplight::bench
