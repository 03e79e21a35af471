// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/compare/compared_trace.h"
#include "core/compare/step_pairs.h"

namespace gaplight {

// By how much longer the same kernels take in B than in A: the GPU ran at another clock, because
// of its temperature, its power limit or the program before.
//
// Equal kernels: same name, grid and block, launched equally often in both runs (in paired steps
// where there are any), of at least kMinClockKernel in A. Collectives are left out: they wait.
//   factor = median over launches of equal kernels of r, r = median duration in B / in A
//   spread = median over launches of |r - factor| / factor
// There is a factor only if at least kMinClockKernels equal kernels have a ratio within
// kClockTolerance of it, these take at least kMinClockAgreement of the time of all equal kernels,
// equal kernels take at least kMinClockShare of the kernel time of each run, and
// 1 / kMaxClockFactor <= factor <= kMaxClockFactor. Programs whose kernels differ because they do
// other work fail one of these: flux2 eager and compiled share 91 % of B's kernel time, but its
// ratios are 1.02 to 1.12.
struct ClockFactor {
    double factor = 1;        // duration in B / duration in A
    double spread = 0;        // relative to the factor
    std::size_t kernels = 0;  // distinct kernels that agree with the factor
    double shareA = 0;        // of A's kernel time without collectives in equal kernels, 0 to 1
    double shareB = 0;

    // Whether the factor is that of another clock: from kMinClockChange to kMaxClockFactor.
    bool isOtherClock() const;
    // By how much equal kernels vary from A to B, relative to their duration: 1.4826 x spread (the
    // standard deviation of a normal distribution), + |ln(factor)| unless that is taken out.
    double variation(bool isTakenOut) const;
};

// Below, a kernel's duration is that of its start and end: the 1 to 3 µs kernels of graph_small
// take 3 to 8 % longer in a CUDA graph.
inline constexpr Duration kMinClockKernel = std::chrono::microseconds(10);
inline constexpr std::size_t kMinClockKernels = 3;
// Ratios in host_large: 1.196, 1.199 and 1.209, in graph_large 1.165, 1.167 and 1.179.
inline constexpr double kClockTolerance = 0.05;
inline constexpr double kMinClockAgreement = 0.8;
inline constexpr double kMinClockShare = 0.5;
// Boost clock / base clock of the GPU with the widest range among NVIDIA's data sheets of A100 and
// H100: A100 PCIe, 1,410 / 765 MHz = 1.84.
inline constexpr double kMaxClockFactor = 2;
// Factors nearer to 1 are those of repetitions: 0.992 to 1.022 in sync_large and copy.
inline constexpr double kMinClockChange = 0.03;

// Empty if there is none. `units`: how much of A's work B does (WorkChange::units); equal kernels
// are then launched so many times as often in B. O(activities).
[[nodiscard]] std::optional<ClockFactor> findKernelRatio(const ComparedTrace& a,
                                                         const ComparedTrace& b,
                                                         std::span<const StepPair> steps,
                                                         double units = 1);

// Duration of a step of B, or of B's window without steps, at A's clock / as measured: two replays
// of B, one with its kernels (without collectives) divided by the factor. A host-bound step hardly
// changes. Empty if the replay is not trusted. O(calls + activities log activities).
[[nodiscard]] std::optional<double> replayedClockRatio(const ComparedTrace& b,
                                                       const ClockFactor& clock);

}  // namespace gaplight
