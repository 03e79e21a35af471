// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/gpu/collectives.h"
#include "core/detectors/engine/detector.h"

namespace gaplight {

// All collectives of one operation on one GPU, and how much of them is waiting.
struct CollectiveKind {
    std::string operation;                        // "all-reduce"
    std::vector<Collective> collectives;          // by start
    std::vector<std::optional<Duration>> floors;  // of each: transferFloors()
    Duration total{};                             // sum of durations
    Duration exposed{};
    Duration waiting{};  // beyond the floors, where there are any
    Duration fastest{};  // the longest of the floors
    Duration median{};
    Duration longest{};
    std::size_t unknownSizes = 0;  // messages of which the size was not recorded, or not read
};

// What the operation and the size of a collective are found by.
struct CollectiveContext {
    const Trace& trace;
    const LaunchIndex& launches;
    const PlaceFinder& places;
    const ArgLookup& args;
};

// The operations on one GPU, the most exposed first. Reads the size of at most kMostSizeReads
// messages of each from the file.
inline constexpr std::size_t kMostSizeReads = 64;
[[nodiscard]] std::vector<CollectiveKind> collectiveKinds(const CollectiveContext& context,
                                                          const CollectiveTime& time);

// While each of them waits, where a floor is known: from its start until the transfer alone would
// be left.
[[nodiscard]] std::vector<TimeRange> waitsOf(const Trace& trace, const CollectiveKind& kind);

}  // namespace gaplight
