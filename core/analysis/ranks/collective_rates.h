// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/ranks/comm_calls.h"
#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// How many bytes each rank of a group sends and receives in the all-to-alls that distribute:
// experts' tokens, embeddings. Those that bring the results back, whose inputs differ more among
// ranks than their outputs, are no part of it: with them, each rank sends as much as it receives.
struct AllToAllSizes {
    std::size_t communicator = 0;
    std::vector<std::int64_t> sent;  // by position in the set; 0 where it is not in the group
    std::vector<std::int64_t> received;
    std::vector<std::size_t> operations;  // positions in RankSetAnalysis::collectives
    Duration waits{};                     // exposed, in all collectives of the group

    std::int64_t meanReceived(const RankSetAnalysis& set) const;
    std::size_t mostReceived() const;  // position in the set
};

// One entry for each group with an all-to-all whose sizes are recorded. O(collectives × ranks in
// one).
[[nodiscard]] std::vector<AllToAllSizes> allToAllSizes(const RankSetAnalysis& set);

// Bytes that each of n ranks sends for a byte of the larger of input and output: all-reduce
// 2 (n - 1) / n; all-gather, reduce-scatter, all-to-all, gather and scatter (n - 1) / n; broadcast,
// reduce and send 1. Empty for other operations, and of fewer than two ranks.
// Source: nccl-tests, doc/PERFORMANCE.md.
[[nodiscard]] std::optional<double> busFactor(std::string_view operation, std::size_t ranks);

// Whether a group's ranks are on one host, as far as the trace of one of them shows: the whole job
// has no more ranks than the host has GPUs, or all `members` are within one block of as many ranks
// as that. `members`: empty where not all were recorded. False where nothing shows it.
[[nodiscard]] bool isOnOneHost(const Trace& trace, GpuId gpu, std::span<const int> members);

// Communications of one operation and message size (to 1 %) in one process group, on one GPU. Their
// durations contain the wait for the slowest rank, which the trace of one rank does not show. The
// shortest waits least, so its rate is the least that the transfer reached: where all wait, the
// transfer itself is faster.
struct CollectiveRate {
    std::string_view operation;  // CommCall::operation
    std::size_t group = 0;       // into CommCalls::groups
    std::size_t ranks = 0;       // of the group
    GpuId gpu;
    SliceId kernel;          // of the shortest
    std::int64_t bytes = 0;  // of the shortest: the larger of input and output
    double sentBytes = 0;    // of these, by each GPU: bytes × busFactor()
    std::uint64_t count = 0;
    Duration total{};
    Duration shortest{};
    Duration median{};  // the lower one
    // What connects the GPUs of the group (GpuPeaks::link), and what each sends over it at most, in
    // bytes per second; empty and 0: not known.
    std::string_view link;
    double linkBytes = 0;
    std::string unknownLink;  // why; empty: it is known

    // Bus bandwidth of the shortest, in bytes per second.
    double minBytesPerSecond() const;
    // minBytesPerSecond() / linkBytes; empty where the link is not known. Can exceed 1 for
    // collectives that a switch reduces.
    std::optional<double> minEfficiency() const;
};

// Rates of the collectives whose kernels start in `range`, most time first. Calls whose size, type
// or group was not recorded are left out, and calls that share a kernel: when it works on which of
// them is not recorded. O(calls log calls).
[[nodiscard]] std::vector<CollectiveRate> collectiveRates(const Trace& trace,
                                                          const CommCalls& communications,
                                                          TimeRange range);

}  // namespace gaplight
