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

// The operations on one GPU, the most exposed first. Reads the size of at most kMaxSizeReads
// messages of each from the file.
inline constexpr std::size_t kMaxSizeReads = 64;
[[nodiscard]] std::vector<CollectiveKind> collectiveKinds(const CollectiveContext& context,
                                                          const CollectiveTime& time);

// The interval in which each collective with a known floor waits: its duration less the floor, from
// its start on.
[[nodiscard]] std::vector<TimeRange> waitsOf(const Trace& trace, const CollectiveKind& kind);

}  // namespace gaplight
