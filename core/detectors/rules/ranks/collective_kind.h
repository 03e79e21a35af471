// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/gpu/collectives.h"
#include "core/detectors/engine/detector.h"
#include "core/detectors/rules/ranks/transfer_bound.h"

namespace gaplight {

// All collectives of one operation on one GPU, and how much of them is waiting.
struct CollectiveKind {
    std::string operation;                // "all-reduce"
    std::vector<Collective> collectives;  // by start
    // Per collective, the longest time that its transfer can take: the smaller of transferFloors()
    // and transferBound(). Where neither is known, how long it takes says nothing: another one may
    // have moved less. Only the other ranks' traces show whether it waits.
    std::vector<std::optional<Duration>> floors;
    std::vector<Duration> exposedWaits;  // of each, the exposed part of what is beyond the floor
    Duration total{};                    // sum of durations
    Duration exposed{};
    Duration exposedWaiting{};  // sum of exposedWaits
    Duration waiting{};         // beyond the floors, where there are any
    Duration fastest{};         // the longest of transferFloors()
    Duration median{};
    Duration longest{};
    std::size_t unknownSizes = 0;  // messages of which the size was not recorded, or not read
    // The bound of the occurrence with the median duration among those with a bound.
    std::optional<TransferBound> bound;
    Duration boundDuration{};  // how long that one took
};

// The inputs for finding operation and size of a collective.
struct CollectiveContext {
    const Trace& trace;
    GpuId gpu;
    const LaunchIndex& launches;
    const PlaceFinder& places;
    const ArgLookup& args;
};

// The operations on one GPU, the most exposed first. Kernels of which neither name nor annotation
// gives the operation (of a send or receive, all-to-all and others) count for that of the others of
// their name, if it is one. Reads the size of at most kMaxSizeReads collectives of each operation
// from the file.
inline constexpr std::size_t kMaxSizeReads = 64;
[[nodiscard]] std::vector<CollectiveKind> collectiveKinds(const CollectiveContext& context,
                                                          const CollectiveTime& time);

// The interval in which each collective with a known floor waits: its duration less the floor, from
// its start on.
[[nodiscard]] std::vector<TimeRange> waitsOf(const Trace& trace, const CollectiveKind& kind);

}  // namespace gaplight
