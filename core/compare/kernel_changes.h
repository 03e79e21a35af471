// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/time.h"
#include "core/compare/alignment.h"
#include "core/compare/compared_trace.h"
#include "core/compare/kernel_exchanges.h"

namespace gaplight {

struct KernelSum {
    std::uint64_t count = 0;
    Duration time{};  // sum of the durations

    friend bool operator==(const KernelSum&, const KernelSum&) = default;
};

// Fewer and more calls: their number changed, so that a mean is of other calls. Slower and faster:
// as many calls take another time. Longer and shorter: the same of a collective, which may wait.
enum class KernelChangeKind : std::uint8_t {
    Appeared,
    Vanished,
    Slower,
    Faster,
    FewerCalls,
    MoreCalls,
    Longer,
    Shorter,
    Same
};
// Stable snake_case name.
[[nodiscard]] std::string_view kernelChangeName(KernelChangeKind kind);

// All kernels with one short name.
struct KernelChange {
    std::string name;
    KernelGroup group = KernelGroup::Other;
    KernelSum a;
    KernelSum b;

    // Mean time of a call in B / in A, without what the GPU's clock does (`clock`: factor on B's
    // kernels, see ClockFactor). 1 if either run has no call, or no time.
    double callRatio(double clock) const;
    // Changes up to the noise floor are none.
    KernelChangeKind kind(double noiseFloor, double clock) const;
};

// Sums over the paired steady steps, or over the whole runs if there are none.
struct KernelChanges {
    std::vector<KernelChange> kernels;  // largest change of time first
    std::vector<KernelExchange> exchanges;
    std::array<KernelSum, kKernelGroups> groupsA{};
    std::array<KernelSum, kKernelGroups> groupsB{};
};

// O(activities).
[[nodiscard]] KernelChanges kernelChanges(const ComparedTrace& a, const ComparedTrace& b,
                                          const Alignment& alignment);

}  // namespace gaplight
